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
                      "type": "array",
                      "items": {
                        "type": "object", "required": ["id"],
                        "properties": {
                          "id": {"type": "integer"}, "name": {"type": ["string", "null"]}
                        }
                      }
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
      }
    }
    """#
}
