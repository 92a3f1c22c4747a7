extension OpenAPIDocument {
  /// The addresses of links that open single memos, and what these open.
  static let linksPaths = #"""
    {
      "/api/memos/{memo}/links": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "The links that open a memo, oldest first", "tags": ["links"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The links, without their secrets.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/LinkList"}}}
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Make a link that opens a memo to whoever has it", "tags": ["links"],
          "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/LinkRequest"}}
            }
          },
          "responses": {
            "201": {
              "description": "The link. Its 'path' is told this once: the library keeps a checksum of it.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Link"}}}
            },
            "409": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}/links/{link}": {
        "parameters": [
          {"$ref": "#/components/parameters/memo"},
          {
            "name": "link", "in": "path", "required": true, "description": "The link's id.",
            "schema": {"type": "string", "format": "uuid"}
          }
        ],
        "delete": {
          "summary": "Have a link open its memo no longer", "tags": ["links"],
          "security": [{"token": ["write"]}],
          "responses": {
            "204": {"description": "It opens nothing any more."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/s/{secret}": {
        "parameters": [{"$ref": "#/components/parameters/secret"}],
        "get": {
          "summary": "The memo that a link opens", "tags": ["links"], "security": [],
          "description": "Its title, date, length and transcript, and nothing else of its library. A link that has expired, was taken back, or never was, and one of a memo that is in the trash or gone, are not found alike.",
          "responses": {
            "200": {
              "description": "The memo.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/SharedMemo"}}
              }
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/s/{secret}/audio": {
        "parameters": [{"$ref": "#/components/parameters/secret"}],
        "get": {
          "summary": "The sound of the memo that a link opens", "tags": ["links"], "security": [],
          "parameters": [
            \#(rangeParameter)
          ],
          "responses": {
            "200": {
              "description": "The whole sound.",
              "content": {"audio/*": {"schema": {"type": "string", "format": "binary"}}}
            },
            \#(soundResponses),
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/s/{secret}/transcript": {
        "parameters": [{"$ref": "#/components/parameters/secret"}],
        "get": {
          "summary": "The transcript of the memo that a link opens", "tags": ["links"],
          "security": [],
          "description": "The memo's id is zeros here, and its tags are left out.",
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
      }
    }
    """#

  static let linksSchemas = #"""
    {
      "Link": {
        "type": "object", "required": ["id", "createdAt", "expiresAt"],
        "properties": {
          "id": {"type": "string", "format": "uuid"},
          "createdAt": {"type": "string", "format": "date-time"},
          "expiresAt": {"type": "string", "format": "date-time"},
          "path": {
            "type": "string",
            "description": "Where it leads to on this server. Only in the answer to who makes it."
          }
        }
      },
      "LinkList": {
        "type": "object", "required": ["links"],
        "properties": {
          "links": {"type": "array", "items": {"$ref": "#/components/schemas/Link"}}
        }
      },
      "LinkRequest": {
        "type": "object",
        "properties": {
          "expiresIn": {
            "type": ["number", "null"], "minimum": 60, "maximum": 31622400, "default": 604800,
            "description": "For how many seconds the link opens the memo."
          },
          "id": {
            "type": ["string", "null"], "format": "uuid",
            "description": "The id that the link is to have; without, it is given one."
          },
          "sha256": {
            "type": ["string", "null"], "pattern": "^[0-9a-fA-F]{64}$",
            "description": "The SHA-256 of a secret that the client has made and keeps to itself: it goes behind '/s/'. Without, a secret is made, and told as 'path'."
          }
        }
      },
      "SharedMemo": {
        "type": "object", "required": ["title", "date", "duration"],
        "properties": {
          "title": {"type": "string"}, "date": {"type": "string", "format": "date-time"},
          "duration": {"type": "number", "description": "In seconds."},
          "transcript": {
            "type": "object", "description": "Missing while there is none.",
            "required": ["text", "segments"],
            "properties": {
              "language": {"type": "string"}, "text": {"type": "string"},
              "segments": {
                "type": "array",
                "items": {
                  "type": "object", "required": ["text", "start", "end"],
                  "properties": {
                    "text": {"type": "string"},
                    "start": {"type": "number", "description": "In seconds."},
                    "end": {"type": "number", "description": "In seconds."},
                    "language": {"type": "string", "description": "Where it is another one."}
                  }
                }
              }
            }
          }
        }
      }
    }
    """#
}
