extension OpenAPIDocument {
  static let serverPaths = #"""
    {
      "/v1/audio/transcriptions": {
        "post": {
          "summary": "Transcribe an audio file (OpenAI-compatible)",
          "tags": ["openai"], "security": [{"token": ["transcribe"]}],
          "requestBody": {
            "required": true,
            "content": {
              "multipart/form-data": {
                "schema": {"$ref": "#/components/schemas/TranscriptionForm"}
              }
            }
          },
          "responses": {
            "200": {
              "description": "The transcript.",
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object", "required": ["text"],
                    "properties": {"text": {"type": "string"}}
                  }
                },
                "text/plain": {"schema": {"type": "string"}},
                "application/x-subrip": {"schema": {"type": "string"}},
                "text/vtt": {"schema": {"type": "string"}},
                "text/event-stream": {"schema": {"type": "string"}}
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/v1/audio/translations": {
        "post": {
          "summary": "Not supported: the server does not translate", "tags": ["openai"],
          "security": [{"token": ["transcribe"]}],
          "requestBody": {
            "required": true,
            "content": {
              "multipart/form-data": {
                "schema": {"$ref": "#/components/schemas/TranscriptionForm"}
              }
            }
          },
          "responses": {
            "400": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/live": {
        "get": {
          "summary": "Transcribe live speech over a WebSocket",
          "description": "Send audio as binary messages: 16 kHz, mono, 16-bit integers, little-endian. \#
    The text message 'end' ends the audio. Each message from the server has all words so far: \#
    {'type': 'words', 'text', 'open', 'isFinal'}. 'open' is the end of 'text' that may still change, \#
    and a line break marks a pause. A failure is {'type': 'failed', 'detail'}. Nothing is stored.",
          "tags": ["jobs"], "security": [{"token": ["transcribe"]}],
          "responses": {
            "101": {"description": "The connection is now a WebSocket."},
            "426": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/v1/realtime": {
        "get": {
          "summary": "Transcribe live speech over a WebSocket (OpenAI-compatible)",
          "description": "Uses the events of OpenAI's sessions of type 'transcription'.",
          "tags": ["openai"],
          "security": [{"token": ["transcribe"]}],
          "parameters": [
            {
              "name": "intent", "in": "query",
              "description": "'transcription', the only intent that is supported.",
              "schema": {"type": "string"}
            },
            {
              "name": "model", "in": "query",
              "description": "The initial model. Unknown names select the default model.",
              "schema": {"type": "string"}
            }
          ],
          "responses": {
            "101": {"description": "The connection is now a WebSocket."},
            "426": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/v1/models": {
        "get": {
          "summary": "List the installed models", "tags": ["openai"],
          "security": [{"token": ["transcribe"]}],
          "responses": {
            "200": {
              "description": "The models.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/ModelList"}}
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/v1/models/{model}": {
        "parameters": [
          {"name": "model", "in": "path", "required": true, "schema": {"type": "string"}}
        ],
        "get": {
          "summary": "Get a model", "tags": ["openai"], "security": [{"token": ["transcribe"]}],
          "responses": {
            "200": {
              "description": "The model.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Model"}}
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/mcp": {
        "post": {
          "summary": "Send a Model Context Protocol message",
          "tags": ["server"], "security": [{"token": ["read"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": {
                  "type": "object", "required": ["jsonrpc", "method"],
                  "properties": {
                    "jsonrpc": {"const": "2.0"}, "id": {"type": ["integer", "string"]},
                    "method": {"type": "string"}, "params": {}
                  }
                }
              }
            }
          },
          "responses": {
            "200": {
              "description": "The response.",
              "content": {"application/json": {"schema": {"type": "object"}}}
            },
            "400": {
              "description": "The message is invalid. The body has the error.",
              "content": {"application/json": {"schema": {"type": "object"}}}
            },
            "202": {"description": "The message needs no response."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/metrics": {
        "get": {
          "summary": "Get metrics for Prometheus", "tags": ["server"],
          "security": [{"token": ["admin"]}],
          "responses": {
            "200": {
              "description": "The metrics.",
              "content": {"text/plain": {"schema": {"type": "string"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/health": {
        "get": {
          "summary": "Check that the server is running", "tags": ["server"], "security": [],
          "responses": {
            "200": {
              "description": "The server is running.",
              "content": {"text/plain": {"schema": {"type": "string"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/ready": {
        "get": {
          "summary": "Check that the libraries can be read", "tags": ["server"], "security": [],
          "responses": {
            "200": {
              "description": "The libraries can be read.",
              "content": {"text/plain": {"schema": {"type": "string"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/openapi.json": {
        "get": {
          "summary": "Get this document", "tags": ["server"], "security": [],
          "responses": {
            "200": {
              "description": "This document.",
              "content": {"application/json": {"schema": {"type": "object"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
