extension OpenAPIDocument {
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
          "description": "The link's secret.", "schema": {"type": "string", "minLength": 1}
        },
        "upload": {
          "name": "upload", "in": "path", "required": true,
          "schema": {"type": "string", "format": "uuid"}
        }
      },
      "responses": {
        "Problem": {
          "description": "What went wrong and what to do, as a problem document (RFC 9457).",
          "content": {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
          }
        }
      },
      "securitySchemes": {
        "token": {
          "type": "http", "scheme": "bearer",
          "description": "A token from 'speechmemo tokens add'. Tokens with the scope 'queue', which \#
    open no library, come from 'speechmemo libraries transcribers add'."
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
              "description": "The cursor of the next page. Missing on the last page."
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
            "segment": {"type": "integer", "minimum": 0, "description": "The segment's index, from 0."},
            "text": {"type": "string", "description": "The new text. An empty text removes the segment."},
            "was": {
              "type": "string",
              "description": "The segment's current text. The edit fails if it has changed."
            }
          }
        },
        "TranscribeRequest": {
          "type": "object",
          "properties": {
            "job": {"type": ["string", "null"], "format": "uuid"},
            "language": {"type": ["string", "null"]}, "model": {"type": ["string", "null"]},
            "speakers": {
              "type": ["string", "null"],
              "description": "The number of speakers to detect, or 'auto'."
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
              "description": "The names of known speakers, for 'diarized_json'."
            },
            "known_speaker_references[]": {
              "type": "array", "items": {"type": "string"}, "maxItems": 4,
              "description": "An audio sample of each known speaker, 2 to 10 seconds long, as a data URL."
            }
          }
        },
        "UploadLink": {
          "type": "object", "required": ["expiresAt", "headers", "method", "url"],
          "properties": {
            "expiresAt": {"type": "string", "format": "date-time"},
            "headers": {
              "description": "The headers that the request must have.",
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
