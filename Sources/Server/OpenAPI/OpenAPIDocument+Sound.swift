extension OpenAPIDocument {
  /// What a request for sound may say, wherever the sound is.
  static let rangeParameter = """
    {
      "name": "Range", "in": "header", "description": "A single byte range.",
      "required": false, "schema": {"type": "string"}
    }
    """

  /// How sound is answered, but for the whole of it, which each place describes itself.
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
