extension OpenAPIDocument {
  static let linksPaths = #"""
    {
      "/api/memos/{memo}/links": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "List a memo's share links, oldest first", "tags": ["links"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The links, without their secrets.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/LinkList"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Create a link that gives access to a memo without a token", "tags": ["links"],
          "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/LinkRequest"}}
            }
          },
          "responses": {
            "201": {
              "description": "The link. 'path' is returned only this once: the library stores only a \#
    checksum of the secret.",
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
          "summary": "Revoke a link", "tags": ["links"],
          "security": [{"token": ["write"]}],
          "responses": {
            "204": {"description": "The link is revoked."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/s/{secret}": {
        "parameters": [{"$ref": "#/components/parameters/secret"}],
        "get": {
          "summary": "Get a shared memo", "tags": ["links"], "security": [],
          "description": "Returns the memo's title, date, duration, and transcript, and nothing else of \#
    the library. The response is the same 404 if the link has expired, was revoked, or never existed, \#
    and if the memo is in the trash or deleted.",
          "responses": {
            "200": {
              "description": "The memo.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/SharedMemo"}}
              }
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/s/{secret}/audio": {
        "parameters": [{"$ref": "#/components/parameters/secret"}],
        "get": {
          "summary": "Get a shared memo's audio", "tags": ["links"], "security": [],
          "parameters": [
            \#(rangeParameter)
          ],
          "responses": {
            "200": {
              "description": "The whole file.",
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
          "summary": "Get a shared memo's transcript", "tags": ["links"],
          "security": [],
          "description": "The memo's id is all zeros, and its tags are omitted.",
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
            "description": "The link's path on this server. Returned once, and only if the server \#
    generated the secret."
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
            "description": "How long the link is valid, in seconds."
          },
          "id": {
            "type": ["string", "null"], "format": "uuid",
            "description": "The link's id. Without it, the server generates one."
          },
          "sha256": {
            "type": ["string", "null"], "pattern": "^[0-9a-fA-F]{64}$",
            "description": "The SHA-256 of a secret that the client generated; the link's path is '/s/' \#
    and the secret. Without it, the server generates a secret and returns 'path'."
          }
        }
      },
      "SharedMemo": {
        "type": "object", "required": ["title", "date", "duration"],
        "properties": {
          "title": {"type": "string"}, "date": {"type": "string", "format": "date-time"},
          "duration": {"type": "number", "description": "In seconds."},
          "transcript": {
            "type": "object", "description": "Missing if the memo has no transcript.",
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
                    "language": {
                      "type": "string",
                      "description": "The segment's language, if it differs from the transcript's."
                    }
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
