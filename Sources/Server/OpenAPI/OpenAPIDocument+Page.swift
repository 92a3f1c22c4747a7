extension OpenAPIDocument {
  static let pagePaths = #"""
    {
      "/": {
        "get": {
          "summary": "Get the web page", "tags": ["page"], "security": [],
          "responses": {
            "200": {
              "description": "The page, which uses this API.",
              "content": {"text/html; charset=utf-8": {"schema": {"type": "string"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/manifest.webmanifest": {
        "get": {
          "summary": "Get the web app manifest", "tags": ["page"], "security": [],
          "responses": {
            "200": {
              "description": "The manifest for installing the page as an app.",
              "content": {"application/manifest+json": {"schema": {"type": "object"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/worker.js": {
        "get": {
          "summary": "Get the service worker", "tags": ["page"], "security": [],
          "responses": {
            "200": {
              "description": "The service worker, which opens the page offline.",
              "content": {"text/javascript; charset=utf-8": {"schema": {"type": "string"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/page/{file}": {
        "parameters": [
          {
            "name": "file", "in": "path", "required": true,
            "schema": {"type": "string"}
          }
        ],
        "get": {
          "summary": "Get a file of the web page", "tags": ["page"], "security": [],
          "responses": {
            "200": {
              "description": "The file.",
              "content": {"*/*": {"schema": {"type": "string"}}}
            },
            "304": {"description": "The client's copy is current."},
            "404": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/session": {
        "post": {
          "summary": "Sign the browser in with a token",
          "description": "Sets a cookie with a new token that has the same scopes. The cookie is HttpOnly \#
    and SameSite=Strict.",
          "tags": ["page"], "security": [{"token": ["read"]}],
          "responses": {
            "204": {"description": "The browser is signed in."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "delete": {
          "summary": "Sign the browser out", "tags": ["page"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "everywhere", "in": "query",
              "description": "Whether to sign out all browsers that use the library.",
              "schema": {"type": "boolean", "default": false}
            }
          ],
          "responses": {
            "204": {"description": "The browser is signed out."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
