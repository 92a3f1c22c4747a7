extension OpenAPIDocument {
  /// The addresses of OpenAI's API, and those about the server.
  static let serverPaths = #"""
    {
      "/v1/audio/transcriptions": {
        "post": {
          "summary": "What is said in a sound, as OpenAI's clients ask for it",
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
              "description": "What is said.",
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
          "summary": "Not served: nothing is translated here", "tags": ["openai"],
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
          "summary": "The words of somebody who speaks, while they are said, over a websocket",
          "description": "Sound is sent as bytes: 16 kHz, one channel, whole numbers of 16 bits, the \#
    low byte first; a text 'end' ends it. Each message that comes is all that was said so far: \#
    {'type': 'words', 'text', 'open', 'isFinal'}, where 'open' is the end of 'text' that may still \#
    change, and a line break stands where nobody spoke for a while, or {'type': 'failed', 'detail'}. \#
    Nothing of it is kept.",
          "tags": ["jobs"], "security": [{"token": ["transcribe"]}],
          "responses": {
            "101": {"description": "The connection is a websocket now."},
            "426": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/v1/realtime": {
        "get": {
          "summary": "Makes transcripts while somebody speaks, over a websocket",
          "description": "The events are those of OpenAI's sessions of the type 'transcription'.",
          "tags": ["openai"],
          "security": [{"token": ["transcribe"]}],
          "parameters": [
            {
              "name": "intent", "in": "query",
              "description": "'transcription', which is all that there is here.",
              "schema": {"type": "string"}
            },
            {
              "name": "model", "in": "query",
              "description": "The model to begin with; other servers' names stand for the usual one.",
              "schema": {"type": "string"}
            }
          ],
          "responses": {
            "101": {"description": "The connection is a websocket now."},
            "426": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/v1/models": {
        "get": {
          "summary": "The models of this machine", "tags": ["openai"],
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
          "summary": "A model", "tags": ["openai"], "security": [{"token": ["transcribe"]}],
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
          "summary": "A message of an agent's, in the Model Context Protocol",
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
              "description": "The answer.",
              "content": {"application/json": {"schema": {"type": "object"}}}
            },
            "400": {
              "description": "What is wrong with the message.",
              "content": {"application/json": {"schema": {"type": "object"}}}
            },
            "202": {"description": "There is nothing to answer."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/metrics": {
        "get": {
          "summary": "What Prometheus collects", "tags": ["server"],
          "security": [{"token": ["admin"]}],
          "responses": {
            "200": {
              "description": "Counts.",
              "content": {"text/plain": {"schema": {"type": "string"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/health": {
        "get": {
          "summary": "Whether the server runs", "tags": ["server"], "security": [],
          "responses": {
            "200": {
              "description": "It does.",
              "content": {"text/plain": {"schema": {"type": "string"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/ready": {
        "get": {
          "summary": "Whether the libraries can be read", "tags": ["server"], "security": [],
          "responses": {
            "200": {
              "description": "They can.",
              "content": {"text/plain": {"schema": {"type": "string"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/openapi.json": {
        "get": {
          "summary": "This document", "tags": ["server"], "security": [],
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
