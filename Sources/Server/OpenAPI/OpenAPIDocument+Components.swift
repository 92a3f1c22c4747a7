extension OpenAPIDocument {
  /// What several addresses share.
  static let components = #"""
    {
      "parameters": {
        "job": {
          "name": "job", "in": "path", "required": true,
          "schema": {"type": "string", "format": "uuid"}
        },
        "memo": {
          "name": "memo", "in": "path", "required": true,
          "schema": {"type": "string", "format": "uuid"}
        },
        "token": {
          "name": "token", "in": "path", "required": true,
          "schema": {"type": "string", "minLength": 1}
        },
        "transcript": {
          "name": "transcript", "in": "path", "required": true,
          "schema": {"type": "string", "format": "uuid"}
        },
        "secret": {
          "name": "secret", "in": "path", "required": true,
          "description": "What the link has in it.", "schema": {"type": "string", "minLength": 1}
        },
        "upload": {
          "name": "upload", "in": "path", "required": true,
          "schema": {"type": "string", "format": "uuid"}
        }
      },
      "responses": {
        "Problem": {
          "description": "Why it was not done, and what to do: RFC 9457.",
          "content": {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
          }
        }
      },
      "securitySchemes": {
        "token": {
          "type": "http", "scheme": "bearer",
          "description": "What 'speechmemo tokens add' prints; for the scope 'queue', which opens no \#
    library, what 'speechmemo libraries transcribers add' does."
        }
      },
      "schemas": {
        \#(inside(administrationSchemas)),
        \#(inside(jobsSchemas)),
        \#(inside(linksSchemas)),
        \#(inside(peaksSchemas)),
        \#(inside(queueSchemas)),
        \#(inside(speakersSchemas)),
        "Memo": {
          "type": "object",
          "required": [
            "id", "title", "date", "duration", "audio", "provenance", "tags", "isFavorite",
            "transcription"
          ],
          "properties": {
            "id": {"type": "string", "format": "uuid"}, "title": {"type": "string"},
            "date": {"type": "string", "format": "date-time"},
            "duration": {"type": "number", "description": "In seconds."},
            "audio": {
              "type": "object",
              "required": [
                "byteCount", "channelCount", "fileName", "format", "sampleRate", "sha256"
              ],
              "properties": {
                "byteCount": {"type": "integer"}, "channelCount": {"type": "integer"},
                "fileName": {"type": "string"}, "format": {"type": "string"},
                "sampleRate": {"type": "integer"}, "sha256": {"type": "string"}
              }
            },
            "provenance": {
              "type": "object", "required": ["kind"],
              "properties": {
                "kind": {"type": "string"}, "device": {"type": "string"},
                "originalDate": {"type": "string", "format": "date-time"},
                "originalFileName": {"type": "string"}
              }
            },
            "tags": {"type": "array", "items": {"type": "string"}},
            "isFavorite": {"type": "boolean"},
            "transcription": {
              "type": "object", "required": ["status"],
              "properties": {
                "status": {"type": "string"}, "progress": {"type": "number"},
                "reason": {"type": "string"}
              }
            },
            "trashedAt": {"type": "string", "format": "date-time"}
          }
        },
        "MemoChange": {
          "type": "object",
          "properties": {
            "title": {"type": ["string", "null"], "pattern": "\\S"},
            "tags": {"type": ["array", "null"], "items": {"type": "string", "pattern": "\\S"}},
            "isFavorite": {"type": ["boolean", "null"]}
          }
        },
        "MemoPage": {
          "type": "object", "required": ["memos"],
          "properties": {
            "memos": {"type": "array", "items": {"$ref": "#/components/schemas/Memo"}},
            "next": {
              "type": "string",
              "description": "Where the next page begins; missing on the last one."
            }
          }
        },
        "Model": {
          "type": "object", "required": ["id", "object"],
          "properties": {
            "id": {"type": "string"}, "object": {"type": "string"},
            "created": {"type": "integer"}, "owned_by": {"type": "string"}
          }
        },
        "ModelList": {
          "type": "object", "required": ["object", "data"],
          "properties": {
            "object": {"type": "string"},
            "data": {"type": "array", "items": {"$ref": "#/components/schemas/Model"}}
          }
        },
        "Problem": {
          "type": "object", "required": ["title", "status", "detail"],
          "properties": {
            "title": {"type": "string"}, "status": {"type": "integer"},
            "detail": {"type": "string"},
            "error": {
              "type": "object", "required": ["message", "type"],
              "properties": {"message": {"type": "string"}, "type": {"type": "string"}}
            }
          }
        },
        "SearchResults": {
          "type": "object", "required": ["hits"],
          "properties": {
            "hits": {
              "type": "array",
              "items": {
                "type": "object", "required": ["memo", "placeCount", "places"],
                "properties": {
                  "memo": {"$ref": "#/components/schemas/Memo"},
                  "placeCount": {"type": "integer"},
                  "places": {
                    "type": "array",
                    "items": {
                      "type": "object", "required": ["excerpt", "matches", "time", "word"],
                      "properties": {
                        "excerpt": {"type": "string"},
                        "matches": {
                          "type": "array",
                          "items": {"type": "array", "items": {"type": "integer"}}
                        },
                        "time": {"type": "number"}, "word": {"type": "integer"}
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "TextChange": {
          "type": "object", "required": ["segment", "text", "was"],
          "properties": {
            "segment": {"type": "integer", "minimum": 0, "description": "Its number, from 0."},
            "text": {"type": "string", "description": "What it is to say; nothing, to have it go."},
            "was": {"type": "string", "description": "What it said when the person began."}
          }
        },
        "TranscribeRequest": {
          "type": "object",
          "properties": {
            "job": {"type": ["string", "null"], "format": "uuid"},
            "language": {"type": ["string", "null"]}, "model": {"type": ["string", "null"]},
            "speakers": {
              "type": ["string", "null"],
              "description": "To tell speakers apart: how many there are, or 'auto' to find out."
            },
            "vocabulary": {"type": ["string", "null"]}
          }
        },
        "TranscriptionForm": {
          "type": "object", "required": ["file"],
          "properties": {
            "file": {"type": "string", "format": "binary"}, "model": {"type": "string"},
            "language": {"type": "string"}, "prompt": {"type": "string"},
            "response_format": {
              "type": "string",
              "enum": ["diarized_json", "json", "text", "srt", "verbose_json", "vtt"],
              "default": "json"
            },
            "stream": {"type": "boolean"}, "temperature": {"type": "number"},
            "timestamp_granularities[]": {
              "type": "array", "items": {"type": "string", "enum": ["segment", "word"]}
            },
            "include[]": {
              "type": "array", "items": {"type": "string", "enum": ["logprobs"]}
            },
            "known_speaker_names[]": {
              "type": "array", "items": {"type": "string"}, "maxItems": 4,
              "description": "Who may speak, for 'diarized_json'."
            },
            "known_speaker_references[]": {
              "type": "array", "items": {"type": "string"}, "maxItems": 4,
              "description": "A sound of each of them, 2 to 10 seconds long, as a data URL."
            }
          }
        },
        "UploadLink": {
          "type": "object", "required": ["expiresAt", "headers", "method", "url"],
          "properties": {
            "expiresAt": {"type": "string", "format": "date-time"},
            "headers": {
              "description": "What the request's head must have.",
              "type": "object", "additionalProperties": {"type": "string"}
            },
            "method": {"type": "string"}, "url": {"type": "string"}
          }
        },
        "UploadStatus": {
          "type": "object", "required": ["offset"],
          "properties": {
            "byteCount": {"type": "integer"}, "memo": {"type": "string", "format": "uuid"},
            "offset": {"type": "integer"}
          }
        }
      }
    }
    """#
}
