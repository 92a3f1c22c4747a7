extension OpenAPIDocument {
  /// The addresses of who speaks.
  static let speakersPaths = #"""
    {
      "/api/transcripts/{transcript}/speakers": {
        "parameters": [{"$ref": "#/components/parameters/transcript"}],
        "post": {
          "summary": "Changes who speaks in a transcript: its words and their times stay",
          "description": "'name' calls a speaker something, or nothing; 'merge' makes two of them one; \#
    'assign' has words said by another one, or by somebody new; 'replace' says who speaks at all.",
          "tags": ["memos"], "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": {
                  "type": "object", "required": ["op"],
                  "properties": {
                    "op": {"type": "string", "enum": ["assign", "merge", "name", "replace"]},
                    "speaker": {"type": "integer"},
                    "into": {"type": "integer"},
                    "name": {"type": ["string", "null"]},
                    "first": {"type": "integer"},
                    "upTo": {"type": "integer"},
                    "speakers": {
                      "type": "array", "items": {"$ref": "#/components/schemas/Speaker"}
                    },
                    "words": {"type": "array", "items": {"type": ["integer", "null"]}}
                  }
                }
              }
            }
          },
          "responses": {
            "204": {"description": "It is kept."},
            "404": {"$ref": "#/components/responses/Problem"},
            "409": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/voices": {
        "get": {
          "summary": "The voices that are recognized, and not how they sound", "tags": ["voices"],
          "security": [{"token": ["admin"]}],
          "responses": {
            "200": {
              "description": "The voices, by their names.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/VoiceList"}}
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Remembers how a speaker of a transcript sounds", "tags": ["voices"],
          "description": "In later memos the speaker is likely called so, until somebody says it. What \#
    the speaker is called in this one stays.",
          "security": [{"token": ["admin"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/VoiceRequest"}}
            }
          },
          "responses": {
            "204": {"description": "It is remembered, in the place of one of that name."},
            "404": {"$ref": "#/components/responses/Problem"},
            "409": {
              "description": "How the speaker sounds was not kept.",
              "content": {
                "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
              }
            },
            "422": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "delete": {
          "summary": "Forgets how somebody sounds, or how everybody does", "tags": ["voices"],
          "description": "All that the library has of it goes, also in memos where the voice has \#
    another name or none.",
          "security": [{"token": ["admin"]}],
          "parameters": [
            {
              "name": "name", "in": "query", "schema": {"type": "string"},
              "description": "Whose voice, however it is spelled."
            },
            {
              "name": "everybody", "in": "query",
              "schema": {"type": "boolean", "default": false}
            }
          ],
          "responses": {
            "200": {
              "description": "It is forgotten.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/ForgottenVoices"}}
              }
            },
            "404": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#

  static let speakersSchemas = #"""
    {
      "ForgottenVoices": {
        "type": "object",
        "required": ["erased"],
        "properties": {
          "erased": {
            "type": "boolean",
            "description": "Whether no file of the library has it any more; if another program was \#
    reading, it is overwritten later."
          }
        }
      },
      "Speaker": {
        "type": "object",
        "required": ["id"],
        "properties": {
          "id": {"type": "integer", "minimum": 0},
          "likelyName": {
            "type": ["string", "null"],
            "description": "Whose voice it may be, which nobody has said yet."
          },
          "name": {"type": ["string", "null"]},
          "voice": {
            "type": "object",
            "required": ["embedding", "model"],
            "properties": {
              "embedding": {"type": "array", "items": {"type": "number"}},
              "model": {"type": "string"},
              "sameLikeness": {"type": "number"}
            },
            "description": "How the speaker sounds. It is never sent by the server, and kept only \#
    where the setting 'speakers' is 'remember'."
          }
        }
      },
      "VoiceList": {
        "type": "object",
        "required": ["voices"],
        "properties": {
          "voices": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["createdAt", "model", "name"],
              "properties": {
                "createdAt": {"type": "string", "format": "date-time"},
                "model": {"type": "string"},
                "name": {"type": "string"}
              }
            }
          }
        }
      },
      "VoiceRequest": {
        "type": "object",
        "required": ["name", "speaker", "transcript"],
        "properties": {
          "name": {"type": "string"},
          "speaker": {"type": "integer", "minimum": 0},
          "transcript": {"type": "string", "format": "uuid"}
        }
      }
    }
    """#
}
