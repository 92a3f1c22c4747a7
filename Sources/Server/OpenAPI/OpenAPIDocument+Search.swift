extension OpenAPIDocument {
  /// The addresses of search and of what is transcribed.
  static let searchPaths = #"""
    {
      "/api/search": {
        "get": {
          "summary": "Where words were said", "tags": ["search"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "q", "in": "query",
              "description": "The words: a phrase in quotes, a beginning with '*'.",
              "schema": {"type": "string", "minLength": 1}, "required": true
            },
            {
              "name": "from", "in": "query", "description": "Only memos of this date or later.",
              "schema": {"type": "string", "format": "date-time"}
            },
            {
              "name": "until", "in": "query", "description": "Only memos before this date.",
              "schema": {"type": "string", "format": "date-time"}
            },
            {
              "name": "limit", "in": "query", "description": "How many memos at most.",
              "schema": {"type": "integer", "default": 50}
            },
            {
              "name": "places", "in": "query",
              "description": "How many places of each memo at most.",
              "schema": {"type": "integer"}
            }
          ],
          "responses": {
            "200": {
              "description": "The places.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/SearchResults"}}
              }
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
