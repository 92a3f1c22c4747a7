extension OpenAPIDocument {
  /// The addresses of uploads and events.
  static let uploadsPaths = #"""
    {
      "/api/uploads": {
        "options": {
          "summary": "What of tus 1.0.0 can be used", "tags": ["uploads"],
          "security": [{"token": ["write"]}],
          "responses": {
            "204": {"description": "It is in the header."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Begin an upload", "tags": ["uploads"], "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "Tus-Resumable", "in": "header", "description": "The protocol's version.",
              "required": false, "schema": {"type": "string", "enum": ["1.0.0"]}
            },
            {
              "name": "Upload-Length", "in": "header",
              "description": "How many bytes it will have.", "required": false,
              "schema": {"type": "integer"}
            },
            {
              "name": "Upload-Defer-Length", "in": "header",
              "description": "'1' where that is not known yet.", "required": false,
              "schema": {"type": "string"}
            },
            {
              "name": "Upload-Metadata", "in": "header",
              "description": "'filename', 'title', 'date', 'tag', 'sha256', each with its text in Base64.",
              "required": false, "schema": {"type": "string"}
            }
          ],
          "requestBody": {
            "content": {
              "application/offset+octet-stream": {
                "schema": {"type": "string", "format": "binary"}
              }
            }
          },
          "responses": {
            "201": {
              "description": "It has begun; what came along is there.",
              "headers": {
                "Location": {"description": "Where it goes on.", "schema": {"type": "string"}},
                "Upload-Offset": {
                  "description": "How many bytes are there.", "schema": {"type": "integer"}
                },
                "Upload-Link": {
                  "description": "What to ask for a place to which all of it can be sent at once, where there is one.",
                  "schema": {"type": "string"}
                },
                "Upload-Memo": {
                  "description": "The memo that it has become.",
                  "schema": {"type": "string", "format": "uuid"}
                }
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/uploads/{upload}": {
        "parameters": [{"$ref": "#/components/parameters/upload"}],
        "get": {
          "summary": "How much of an upload is there", "tags": ["uploads"],
          "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "Tus-Resumable", "in": "header", "description": "The protocol's version.",
              "required": false, "schema": {"type": "string", "enum": ["1.0.0"]}
            }
          ],
          "responses": {
            "200": {
              "description": "How it stands.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/UploadStatus"}}
              },
              "headers": {
                "Upload-Offset": {
                  "description": "How many bytes are there.", "schema": {"type": "integer"}
                },
                "Upload-Memo": {
                  "description": "The memo that it has become.",
                  "schema": {"type": "string", "format": "uuid"}
                }
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "patch": {
          "summary": "Add to an upload", "tags": ["uploads"], "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "Tus-Resumable", "in": "header", "description": "The protocol's version.",
              "required": false, "schema": {"type": "string", "enum": ["1.0.0"]}
            },
            {
              "name": "Upload-Offset", "in": "header",
              "description": "How many bytes are there.", "required": true,
              "schema": {"type": "integer"}
            },
            {
              "name": "Upload-Checksum", "in": "header",
              "description": "'sha256' and the digest in Base64.", "required": false,
              "schema": {"type": "string"}
            },
            {
              "name": "Upload-Length", "in": "header",
              "description": "How many bytes there will be, if that was not known.",
              "required": false, "schema": {"type": "integer"}
            }
          ],
          "requestBody": {
            "required": true,
            "content": {
              "application/offset+octet-stream": {
                "schema": {"type": "string", "format": "binary"}
              }
            }
          },
          "responses": {
            "204": {
              "description": "It is on the disk.",
              "headers": {
                "Upload-Offset": {
                  "description": "How many bytes are there.", "schema": {"type": "integer"}
                },
                "Upload-Memo": {
                  "description": "The memo that it has become.",
                  "schema": {"type": "string", "format": "uuid"}
                }
              }
            },
            "409": {"$ref": "#/components/responses/Problem"},
            "460": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "delete": {
          "summary": "Give an upload up", "tags": ["uploads"],
          "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "Tus-Resumable", "in": "header", "description": "The protocol's version.",
              "required": false, "schema": {"type": "string", "enum": ["1.0.0"]}
            }
          ],
          "responses": {
            "204": {"description": "What was there is deleted."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/uploads/{upload}/link": {
        "parameters": [{"$ref": "#/components/parameters/upload"}],
        "post": {
          "summary": "Where all of an upload can be sent at once, past the server",
          "tags": ["uploads"], "security": [{"token": ["write"]}],
          "responses": {
            "200": {
              "description": "One request that can be sent there until it expires.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/UploadLink"}}
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/uploads/{upload}/finish": {
        "parameters": [{"$ref": "#/components/parameters/upload"}],
        "post": {
          "summary": "Make a memo of what was sent there", "tags": ["uploads"],
          "security": [{"token": ["write"]}],
          "responses": {
            "204": {
              "description": "It has the size and checksum that it should have, and is a memo.",
              "headers": {
                "Upload-Memo": {
                  "description": "The memo that it has become.",
                  "schema": {"type": "string", "format": "uuid"}
                }
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/events": {
        "get": {
          "summary": "What changes, as it happens", "tags": ["server"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "Last-Event-ID", "in": "header",
              "description": "The last event that the client has got.", "required": false,
              "schema": {"type": "string"}
            }
          ],
          "responses": {
            "200": {
              "description": "Events until the client leaves: 'connected', 'memos' with ids, 'library', 'reset'.",
              "content": {"text/event-stream": {"schema": {"type": "string"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
