extension OpenAPIDocument {
  /// What a request for sound may say, wherever the sound is.
  static let rangeParameter = """
    {
      "name": "Range", "in": "header", "description": "One range of bytes.",
      "required": false, "schema": {"type": "string"}
    }
    """

  /// How sound is answered, but for the whole of it, which each place describes itself.
  static let soundResponses = """
    "206": {
      "description": "The range that was asked for.",
      "content": {"audio/*": {"schema": {"type": "string", "format": "binary"}}}
    },
    "304": {"description": "The client has just this."},
    "307": {"description": "Where the sound is kept, for a GET without the token."},
    "416": {"description": "The range lies behind the end."}
    """
}
