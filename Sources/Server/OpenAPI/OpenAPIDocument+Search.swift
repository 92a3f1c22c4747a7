extension OpenAPIDocument {
  static let searchPaths = #"""
    {
      "/api/search": {
        "get": {
          "summary": "Search transcripts and titles", "tags": ["search"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "q", "in": "query",
              "description": "The words to find. Quotes mark a phrase, and '*' ends a prefix.",
              "schema": {"type": "string", "minLength": 1}, "required": true
            },
            {
              "name": "from", "in": "query", "description": "Only memos from this date on.",
              "schema": {"type": "string", "format": "date-time"}
            },
            {
              "name": "until", "in": "query", "description": "Only memos before this date.",
              "schema": {"type": "string", "format": "date-time"}
            },
            {
              "name": "limit", "in": "query", "description": "The maximum number of memos.",
              "schema": {"type": "integer", "default": 50}
            },
            {
              "name": "places", "in": "query",
              "description": "The maximum number of matches to return for each memo.",
              "schema": {"type": "integer"}
            }
          ],
          "responses": {
            "200": {
              "description": "The matching memos, and the matches in each.",
              "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/SearchResults"}}
              }
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
