extension OpenAPIDocument {
  /// The addresses of memos.
  static let memosPaths = #"""
    {
      "/api/memos": {
        "get": {
          "summary": "A page of memos", "tags": ["memos"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "after", "in": "query",
              "description": "Where the page begins: 'next' of the page before.",
              "schema": {
                "type": "string", "pattern": "^([0-9a-f]{16}|l[0-9]{1,15}|t.*)\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
              }
            },
            {
              "name": "from", "in": "query", "description": "Only memos of this date or later.",
              "schema": {"type": "string", "format": "date-time"}
            },
            {
              "name": "until", "in": "query", "description": "Only memos before this date.",
              "schema": {"type": "string", "format": "date-time"}
            },
            {
              "name": "id", "in": "query", "description": "Only these memos.",
              "schema": {"type": "array", "items": {"type": "string", "format": "uuid"}}
            },
            {
              "name": "favorite", "in": "query",
              "description": "Only memos that are marked, or that are not.",
              "schema": {"type": "boolean"}
            },
            {
              "name": "limit", "in": "query",
              "description": "How many memos at most; 1 to 1000, what lies beyond being taken for the nearest.",
              "schema": {"type": "integer", "default": 50}
            },
            {
              "name": "longer", "in": "query",
              "description": "Only memos longer than so many seconds.",
              "schema": {"type": "number"}
            },
            {
              "name": "shorter", "in": "query",
              "description": "Only memos shorter than so many seconds.",
              "schema": {"type": "number"}
            },
            {
              "name": "place", "in": "query", "description": "Where the memos are.",
              "schema": {
                "type": "string", "enum": ["any", "library", "trash"], "default": "library"
              }
            },
            {
              "name": "sort", "in": "query", "description": "Which memo comes first.",
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
              "name": "title", "in": "query", "description": "Only memos whose title begins so.",
              "schema": {"type": "string"}
            }
          ],
          "responses": {
            "200": {
              "description": "The page.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/MemoPage"}}
              },
              "headers": {
                "ETag": {
                  "description": "Tells this state from others: for 'If-Match' and 'If-None-Match'.",
                  "schema": {"type": "string"}
                }
              }
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "One memo", "tags": ["memos"], "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The memo.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}},
              "headers": {
                "ETag": {
                  "description": "Tells this state from others: for 'If-Match' and 'If-None-Match'.",
                  "schema": {"type": "string"}
                }
              }
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "patch": {
          "summary": "Change a memo; what is not given stays as it is", "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "parameters": [
            {
              "name": "If-Match", "in": "header",
              "description": "Change it only as it was seen.", "required": false,
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
              "description": "The memo as it is now.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}},
              "headers": {
                "ETag": {
                  "description": "Tells this state from others: for 'If-Match' and 'If-None-Match'.",
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
              "name": "If-Match", "in": "header", "description": "Only as it was seen.",
              "required": false, "schema": {"type": "string"}
            }
          ],
          "responses": {
            "204": {"description": "It is in the trash."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}/restore": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "post": {
          "summary": "Take a memo out of the trash", "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "responses": {
            "200": {
              "description": "The memo as it is now.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}/audio": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "A memo's sound", "tags": ["memos"], "security": [{"token": ["read"]}],
          "parameters": [
            \#(rangeParameter)
          ],
          "responses": {
            "200": {
              "description": "The whole sound, in the format that it was imported in.",
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
          "summary": "A memo's transcript", "tags": ["memos"], "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "format", "in": "query", "description": "The form.",
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
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}/transcription": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "A memo's transcript with all that is known of it, to be edited",
          "tags": ["memos"], "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The transcript.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Transcription"}}
              }
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "patch": {
          "summary": "Change what one segment of the transcript says; words that stay keep their times",
          "tags": ["memos"], "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/TextChange"}}
            }
          },
          "responses": {
            "200": {
              "description": "The transcript as it is then.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Transcription"}}
              }
            },
            "409": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Have a memo transcribed again", "tags": ["memos"],
          "security": [{"token": ["transcribe"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/TranscribeRequest"}}
            }
          },
          "responses": {
            "202": {
              "description": "The memo, which waits for it.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "delete": {
          "summary": "Give the transcription up", "tags": ["memos"],
          "security": [{"token": ["transcribe"]}],
          "responses": {
            "204": {"description": "It is not made any more."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
