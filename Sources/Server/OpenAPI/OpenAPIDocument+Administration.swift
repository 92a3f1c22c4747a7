extension OpenAPIDocument {
  /// What a client has to know of the server, who may use it, and what is set.
  static let administrationPaths = #"""
    {
      "/api/server": {
        "get": {
          "summary": "What a client has to know of the server", "tags": ["server"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "What there is for this token.",
              "content": {
                "application/json": {
                  "schema": {"$ref": "#/components/schemas/ServerDescription"}
                }
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/settings": {
        "get": {
          "summary": "The settings that concern the library", "tags": ["settings"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "Each by its name.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Settings"}}
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "patch": {
          "summary": "Changes settings, all that are named or none", "tags": ["settings"],
          "security": [{"token": ["admin"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/SettingsChange"}}
            }
          },
          "responses": {
            "200": {
              "description": "What they are now.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Settings"}}
              }
            },
            "422": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/tokens": {
        "get": {
          "summary": "The tokens that open the library, without what is shown", "tags": ["tokens"],
          "security": [{"token": ["admin"]}],
          "responses": {
            "200": {
              "description": "The tokens, by their names.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/TokenList"}}
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Has another token open the library", "tags": ["tokens"],
          "security": [{"token": ["admin"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/TokenRequest"}}
            }
          },
          "responses": {
            "201": {
              "description": "It does now. What is to be shown is told this once.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/AddedToken"}}
              }
            },
            "409": {"$ref": "#/components/responses/Problem"},
            "422": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/tokens/{token}": {
        "parameters": [{"$ref": "#/components/parameters/token"}],
        "delete": {
          "summary": "Revokes a token, and ends what goes on under it", "tags": ["tokens"],
          "security": [{"token": ["admin"]}],
          "responses": {
            "204": {"description": "It opens the library no longer."},
            "404": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#

  static let administrationSchemas = #"""
    {
      "AddedToken": {
        "type": "object", "required": ["name", "scopes"],
        "properties": {
          "name": {"type": "string"},
          "scopes": {"type": "array", "items": {"type": "string"}},
          "token": {"type": "string", "description": "Missing where the client has made it."}
        }
      },
      "ServerDescription": {
        "type": "object",
        "required": ["engine", "features", "libraries", "limits", "token", "version"],
        "properties": {
          "engine": {
            "type": "object", "required": ["isReady", "models"],
            "properties": {
              "isReady": {"type": "boolean"}, "model": {"type": "string"},
              "models": {"type": "array", "items": {"type": "string"}},
              "name": {"type": "string"}, "version": {"type": "string"}
            }
          },
          "features": {"type": "array", "items": {"type": "string"}},
          "libraries": {
            "type": "array",
            "items": {
              "type": "object", "required": ["id", "name"],
              "properties": {"id": {"type": "string"}, "name": {"type": "string"}}
            }
          },
          "limits": {
            "type": "object",
            "required": ["bodyByteCount", "memoCount", "memoIDCount", "uploadByteCount"],
            "properties": {
              "bodyByteCount": {"type": "integer"}, "memoCount": {"type": "integer"},
              "memoIDCount": {"type": "integer"}, "requestsPerSecond": {"type": "integer"},
              "uploadByteCount": {"type": "integer"}
            }
          },
          "token": {
            "type": "object", "required": ["scopes"],
            "properties": {
              "name": {"type": "string"},
              "scopes": {"type": "array", "items": {"type": "string"}}
            }
          },
          "version": {"type": "string"}
        }
      },
      "Settings": {
        "type": "object",
        "required": [
          "language", "memo-days", "model", "speakers", "trash-days", "vocabulary"
        ],
        "additionalProperties": {"type": "string"},
        "properties": {
          "language": {"type": "string"}, "memo-days": {"type": "string"},
          "model": {"type": "string"},
          "speakers": {"type": "string", "enum": ["off", "on", "remember"]},
          "trash-days": {"type": "string"}, "vocabulary": {"type": "string"}
        }
      },
      "SettingsChange": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "language": {"type": ["string", "null"]}, "memo-days": {"type": ["string", "null"]},
          "model": {"type": ["string", "null"]},
          "speakers": {
            "type": ["string", "null"], "enum": ["off", "on", "remember", null]
          },
          "trash-days": {"type": ["string", "null"]},
          "vocabulary": {"type": ["string", "null"]}
        }
      },
      "Token": {
        "type": "object", "required": ["createdAt", "name", "scopes"],
        "properties": {
          "createdAt": {"type": "string", "format": "date-time"},
          "lastUsedAt": {"type": "string", "format": "date-time"},
          "name": {"type": "string"},
          "scopes": {"type": "array", "items": {"type": "string"}}
        }
      },
      "TokenList": {
        "type": "object", "required": ["tokens"],
        "properties": {
          "tokens": {"type": "array", "items": {"$ref": "#/components/schemas/Token"}}
        }
      },
      "TokenRequest": {
        "type": "object", "required": ["name"],
        "properties": {
          "name": {"type": "string", "maxLength": 100, "pattern": "\\S"},
          "scopes": {
            "type": ["array", "null"],
            "items": {
              "type": "string", "enum": ["read", "write", "transcribe", "keep", "admin"]
            }
          },
          "sha256": {
            "type": ["string", "null"], "pattern": "^[0-9A-Fa-f]{64}$",
            "description": "Of a token that begins with speechmemo_ and that the client has made."
          }
        }
      }
    }
    """#
}
