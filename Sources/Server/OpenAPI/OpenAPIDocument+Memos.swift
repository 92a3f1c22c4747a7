extension OpenAPIDocument {
  static let memosPaths = #"""
    {
      "/api/memos": {
        "get": {
          "summary": "List memos", "tags": ["memos"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "after", "in": "query",
              "description": "The 'next' value of the previous page.",
              "schema": {
                "type": "string", "pattern": "^([0-9a-f]{16}|l[0-9]{1,15}|t.*)\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
              }
            },
            {
              "name": "from", "in": "query", "description": "Only memos from this date on.",
              "schema": {"type": "string", "format": "date-time"}
            },
            {
              "name": "until", "in": "query", "description": "Only memos before this date.",
              "schema": {"type": "string", "format": "date-time"}
            },
            {
              "name": "id", "in": "query", "description": "Only memos with these ids.",
              "schema": {"type": "array", "items": {"type": "string", "format": "uuid"}}
            },
            {
              "name": "favorite", "in": "query",
              "description": "Only favorites, or only memos that are not favorites.",
              "schema": {"type": "boolean"}
            },
            {
              "name": "limit", "in": "query",
              "description": "The maximum number of memos. Values outside 1 to 1000 are clamped.",
              "schema": {"type": "integer", "default": 50}
            },
            {
              "name": "longer", "in": "query",
              "description": "Only memos longer than this many seconds.",
              "schema": {"type": "number"}
            },
            {
              "name": "shorter", "in": "query",
              "description": "Only memos shorter than this many seconds.",
              "schema": {"type": "number"}
            },
            {
              "name": "place", "in": "query",
              "description": "Whether to list the library, the trash, or both.",
              "schema": {
                "type": "string", "enum": ["any", "library", "trash"], "default": "library"
              }
            },
            {
              "name": "sort", "in": "query", "description": "The order of the memos.",
              "schema": {
                "type": "string", "enum": ["newest", "oldest", "title", "longest"],
                "default": "newest"
              }
            },
            {
              "name": "state", "in": "query",
              "description": "Only memos whose transcription is in one of these states.",
              "schema": {"type": "array", "items": {"type": "string"}}
            },
            {
              "name": "tag", "in": "query", "description": "Only memos with all of these tags.",
              "schema": {"type": "array", "items": {"type": "string"}}
            },
            {
              "name": "title", "in": "query", "description": "Only memos whose title begins with this text.",
              "schema": {"type": "string"}
            }
          ],
          "responses": {
            "200": {
              "description": "A page of memos.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/MemoPage"}}
              },
              "headers": {
                "ETag": {
                  "description": "Identifies this version, for 'If-Match' and 'If-None-Match'.",
                  "schema": {"type": "string"}
                }
              }
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "Get a memo", "tags": ["memos"], "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The memo.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}},
              "headers": {
                "ETag": {
                  "description": "Identifies this version, for 'If-Match' and 'If-None-Match'.",
                  "schema": {"type": "string"}
                }
              }
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "patch": {
          "summary": "Change a memo; omitted fields keep their values", "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "If-Match", "in": "header",
              "description": "Change only this version of the memo.", "required": false,
              "schema": {"type": "string"}
            }
          ],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/MemoChange"}}
            }
          },
          "responses": {
            "200": {
              "description": "The changed memo.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}},
              "headers": {
                "ETag": {
                  "description": "Identifies this version, for 'If-Match' and 'If-None-Match'.",
                  "schema": {"type": "string"}
                }
              }
            },
            "412": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "delete": {
          "summary": "Move a memo to the trash", "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "If-Match", "in": "header", "description": "Move only this version of the memo.",
              "required": false, "schema": {"type": "string"}
            }
          ],
          "responses": {
            "204": {"description": "The memo is in the trash."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}/restore": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "post": {
          "summary": "Restore a memo from the trash", "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "responses": {
            "200": {
              "description": "The restored memo.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}/audio": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "Get a memo's audio", "tags": ["memos"], "security": [{"token": ["read"]}],
          "parameters": [
            \#(rangeParameter)
          ],
          "responses": {
            "200": {
              "description": "The whole file, in its original format.",
              "content": {"audio/*": {"schema": {"type": "string", "format": "binary"}}}
            },
            \#(soundResponses),
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}/transcript": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "Get a memo's transcript", "tags": ["memos"], "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "format", "in": "query", "description": "The format.",
              "schema": {
                "type": "string", "enum": ["txt", "srt", "vtt", "json", "md"], "default": "json"
              }
            }
          ],
          "responses": {
            "200": {
              "description": "The transcript.",
              "content": {
                "text/plain": {"schema": {"type": "string"}},
                "application/x-subrip": {"schema": {"type": "string"}},
                "text/vtt": {"schema": {"type": "string"}},
                "text/markdown": {"schema": {"type": "string"}},
                "application/json": {"schema": {"type": "object"}}
              }
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}/transcription": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "Get a memo's transcript with all details, for editing",
          "tags": ["memos"], "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The transcript.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Transcription"}}
              }
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "patch": {
          "summary": "Edit a segment's text; unchanged words keep their times",
          "tags": ["memos"], "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/TextChange"}}
            }
          },
          "responses": {
            "200": {
              "description": "The edited transcript.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Transcription"}}
              }
            },
            "409": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Queue a new transcription of a memo", "tags": ["memos"],
          "security": [{"token": ["transcribe"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/TranscribeRequest"}}
            }
          },
          "responses": {
            "202": {
              "description": "The memo, whose transcription is queued.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "delete": {
          "summary": "Cancel a memo's transcription", "tags": ["memos"],
          "security": [{"token": ["transcribe"]}],
          "responses": {
            "204": {"description": "The transcription is canceled, if there was one."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
