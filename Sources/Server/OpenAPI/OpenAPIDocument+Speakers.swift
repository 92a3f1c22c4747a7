extension OpenAPIDocument {
  static let speakersPaths = #"""
    {
      "/api/transcripts/{transcript}/speakers": {
        "parameters": [{"$ref": "#/components/parameters/transcript"}],
        "post": {
          "summary": "Change a transcript's speakers, but not its words and times",
          "description": "'name' sets or removes a speaker's name, 'merge' merges a speaker into another, \#
    'assign' assigns words to another or a new speaker, and 'replace' replaces all speakers.",
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
            "204": {"description": "The change is stored."},
            "404": {"$ref": "#/components/responses/Problem"},
            "409": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/voices": {
        "get": {
          "summary": "List the remembered voices, without their embeddings", "tags": ["voices"],
          "security": [{"token": ["admin"]}],
          "responses": {
            "200": {
              "description": "The voices, sorted by name.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/VoiceList"}}
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Remember the voice of a transcript's speaker", "tags": ["voices"],
          "description": "Later transcripts suggest the name as 'likelyName', until a user confirms it. \#
    The speaker's name in this transcript does not change.",
          "security": [{"token": ["admin"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/VoiceRequest"}}
            }
          },
          "responses": {
            "204": {"description": "The voice is remembered. It replaces any voice with the same name."},
            "404": {"$ref": "#/components/responses/Problem"},
            "409": {
              "description": "The transcript was stored without the speaker's voice.",
              "content": {
                "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
              }
            },
            "422": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "delete": {
          "summary": "Forget one voice, or all voices", "tags": ["voices"],
          "description": "Deletes what the library stores about the voice, including the voices of \#
    unnamed speakers that match it. Names that users have given to speakers are kept.",
          "security": [{"token": ["admin"]}],
          "parameters": [
            {
              "name": "name", "in": "query", "schema": {"type": "string"},
              "description": "The name of the voice, ignoring case and accents."
            },
            {
              "name": "everybody", "in": "query",
              "schema": {"type": "boolean", "default": false}
            }
          ],
          "responses": {
            "200": {
              "description": "The voice is forgotten.",
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
            "description": "Whether the voice is erased from all files of the library. If false, for \#
    example because another program is reading them, it is erased later."
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
            "description": "The name of a remembered voice that matches, not yet confirmed by a user."
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
            "description": "The speaker's voice. The server never sends it, and stores it only if the \#
    setting 'speakers' is 'remember'."
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
