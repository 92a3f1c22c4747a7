extension OpenAPIDocument {
  static let administrationPaths = #"""
    {
      "/api/server": {
        "get": {
          "summary": "Get the server's version, limits, and features", "tags": ["server"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The server's description and the token's scopes.",
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
          "summary": "Get the library's settings", "tags": ["settings"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The settings, by name.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Settings"}}
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "patch": {
          "summary": "Change settings, all or none", "tags": ["settings"],
          "security": [{"token": ["admin"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/SettingsChange"}}
            }
          },
          "responses": {
            "200": {
              "description": "The settings after the change.",
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
          "summary": "List the library's tokens, without their secrets", "tags": ["tokens"],
          "security": [{"token": ["admin"]}],
          "responses": {
            "200": {
              "description": "The tokens, sorted by name.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/TokenList"}}
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Create a token", "tags": ["tokens"],
          "security": [{"token": ["admin"]}],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/TokenRequest"}}
            }
          },
          "responses": {
            "201": {
              "description": "The new token. 'token' is returned only this once.",
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
          "summary": "Revoke a token and close its open connections", "tags": ["tokens"],
          "security": [{"token": ["admin"]}],
          "responses": {
            "204": {"description": "The token is revoked."},
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
          "token": {"type": "string", "description": "The secret. Missing if the client sent 'sha256'."}
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
            "description": "The SHA-256 of a token that the client generated. The token must begin with \#
    'speechmemo_'."
          }
        }
      }
    }
    """#
}
