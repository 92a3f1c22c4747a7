extension OpenAPIDocument {
  static let uploadsPaths = #"""
    {
      "/api/uploads": {
        "options": {
          "summary": "Get the server's tus capabilities", "tags": ["uploads"],
          "security": [{"token": ["write"]}],
          "responses": {
            "204": {"description": "The capabilities are in the headers."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Start an upload", "tags": ["uploads"], "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "Tus-Resumable", "in": "header", "description": "The tus version.",
              "required": false, "schema": {"type": "string", "enum": ["1.0.0"]}
            },
            {
              "name": "Upload-Length", "in": "header",
              "description": "The size of the upload, in bytes.", "required": false,
              "schema": {"type": "integer"}
            },
            {
              "name": "Upload-Defer-Length", "in": "header",
              "description": "'1' if the size is not known yet.", "required": false,
              "schema": {"type": "string"}
            },
            {
              "name": "Upload-Metadata", "in": "header",
              "description": "'filename', 'title', 'date', 'tag', 'sha256', each with its value in Base64.",
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
              "description": "The upload has started. Data in the request is stored.",
              "headers": {
                "Location": {"description": "The path of the upload.", "schema": {"type": "string"}},
                "Upload-Offset": {
                  "description": "The number of bytes received.", "schema": {"type": "integer"}
                },
                "Upload-Link": {
                  "description": "The path for requesting a direct upload link, if there is one.",
                  "schema": {"type": "string"}
                },
                "Upload-Memo": {
                  "description": "The id of the resulting memo, once the upload is complete.",
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
          "summary": "Get an upload's progress", "tags": ["uploads"],
          "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "Tus-Resumable", "in": "header", "description": "The tus version.",
              "required": false, "schema": {"type": "string", "enum": ["1.0.0"]}
            }
          ],
          "responses": {
            "200": {
              "description": "The upload's progress.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/UploadStatus"}}
              },
              "headers": {
                "Upload-Offset": {
                  "description": "The number of bytes received.", "schema": {"type": "integer"}
                },
                "Upload-Memo": {
                  "description": "The id of the resulting memo, once the upload is complete.",
                  "schema": {"type": "string", "format": "uuid"}
                }
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "patch": {
          "summary": "Append data to an upload", "tags": ["uploads"], "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "Tus-Resumable", "in": "header", "description": "The tus version.",
              "required": false, "schema": {"type": "string", "enum": ["1.0.0"]}
            },
            {
              "name": "Upload-Offset", "in": "header",
              "description": "The number of bytes received.", "required": true,
              "schema": {"type": "integer"}
            },
            {
              "name": "Upload-Checksum", "in": "header",
              "description": "'sha256' and the digest of the sent data in Base64.", "required": false,
              "schema": {"type": "string"}
            },
            {
              "name": "Upload-Length", "in": "header",
              "description": "The size of the upload in bytes, if it was not known before.",
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
              "description": "The data is stored on disk.",
              "headers": {
                "Upload-Offset": {
                  "description": "The number of bytes received.", "schema": {"type": "integer"}
                },
                "Upload-Memo": {
                  "description": "The id of the resulting memo, once the upload is complete.",
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
          "summary": "Cancel an upload", "tags": ["uploads"],
          "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "Tus-Resumable", "in": "header", "description": "The tus version.",
              "required": false, "schema": {"type": "string", "enum": ["1.0.0"]}
            }
          ],
          "responses": {
            "204": {"description": "The received data is deleted. A memo made from it stays."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/uploads/{upload}/link": {
        "parameters": [{"$ref": "#/components/parameters/upload"}],
        "post": {
          "summary": "Get a link for uploading directly to the audio store",
          "tags": ["uploads"], "security": [{"token": ["write"]}],
          "responses": {
            "200": {
              "description": "The request for the upload, valid until 'expiresAt'.",
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
          "summary": "Complete a direct upload", "tags": ["uploads"],
          "security": [{"token": ["write"]}],
          "responses": {
            "204": {
              "description": "The size and checksum match, and the upload is now a memo.",
              "headers": {
                "Upload-Memo": {
                  "description": "The id of the resulting memo, once the upload is complete.",
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
          "summary": "Stream changes to the library", "tags": ["server"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "Last-Event-ID", "in": "header",
              "description": "The id of the last event that the client has received.", "required": false,
              "schema": {"type": "string"}
            }
          ],
          "responses": {
            "200": {
              "description": "Events until the client disconnects: 'connected', 'memos' with ids, \#
    'library', 'reset'.",
              "content": {"text/event-stream": {"schema": {"type": "string"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
