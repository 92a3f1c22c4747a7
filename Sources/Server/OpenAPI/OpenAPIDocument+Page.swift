/// Addresses of the web page, and of who uses it.
extension OpenAPIDocument {
  static let pagePaths = #"""
    {
      "/": {
        "get": {
          "summary": "The web page", "tags": ["page"], "security": [],
          "responses": {
            "200": {
              "description": "A page that uses this interface.",
              "content": {"text/html; charset=utf-8": {"schema": {"type": "string"}}}
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/manifest.webmanifest": {
        "get": {
          "summary": "What makes an app of the page on a phone", "tags": ["page"], "security": [],
          "responses": {
            "200": {
              "description": "A web app manifest.",
              "content": {"application/manifest+json": {"schema": {"type": "object"}}}
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/worker.js": {
        "get": {
          "summary": "What has the page open without a network", "tags": ["page"], "security": [],
          "responses": {
            "200": {
              "description": "A service worker.",
              "content": {"text/javascript; charset=utf-8": {"schema": {"type": "string"}}}
            },
            "304": {"description": "The client has just this."},
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
          "summary": "A file that the page is made of", "tags": ["page"], "security": [],
          "responses": {
            "200": {
              "description": "The file.",
              "content": {"*/*": {"schema": {"type": "string"}}}
            },
            "304": {"description": "The client has just this."},
            "404": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/session": {
        "post": {
          "summary": "Keep the browser signed in that shows a token",
          "description": "It gets a token of its own with the same scopes, in a cookie that no script can read and no other site has sent.",
          "tags": ["page"], "security": [{"token": ["read"]}],
          "responses": {
            "204": {"description": "It is signed in."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "delete": {
          "summary": "Sign the browser out", "tags": ["page"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "everywhere", "in": "query",
              "description": "Whether all browsers are signed out that use the library.",
              "schema": {"type": "boolean", "default": false}
            }
          ],
          "responses": {
            "204": {"description": "It is signed out."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
