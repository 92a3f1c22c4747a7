extension OpenAPIDocument {
  static let rangeParameter = """
    {
      "name": "Range", "in": "header", "description": "A single byte range.",
      "required": false, "schema": {"type": "string"}
    }
    """

  /// All responses except 200, which each route describes itself.
  static let soundResponses = """
    "206": {
      "description": "The requested range.",
      "content": {"audio/*": {"schema": {"type": "string", "format": "binary"}}}
    },
    "304": {"description": "The client's copy is current."},
    "307": {"description": "A redirect to the stored audio. Follow it with GET, without the token."},
    "416": {"description": "The range is beyond the end of the file."}
    """
}
