extension OpenAPIDocument {
  static let peaksPaths = #"""
    {
      "/api/memos/{memo}/peaks": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "Get a memo's waveform", "tags": ["memos"], "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "count", "in": "query",
              "description": "The number of columns of equal length. Audio with fewer frames has \#
    fewer columns.",
              "schema": {"type": "integer", "minimum": 1, "maximum": 20000, "default": 1000}
            }
          ],
          "responses": {
            "200": {
              "description": "The waveform.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Peaks"}}},
              "headers": {
                "ETag": {
                  "description": "Identifies the audio and 'count', for 'If-None-Match'.",
                  "schema": {"type": "string"}
                }
              }
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#

  static let peaksSchemas = #"""
    {
      "Peaks": {
        "type": "object", "required": ["duration", "max", "min", "rms"],
        "description": "Each array has one number per column, with all channels mixed. Full scale is 127.",
        "properties": {
          "duration": {"type": "number", "description": "The length of the audio, in seconds."},
          "max": {
            "type": "array", "description": "The highest sample of each column.",
            "items": {"type": "integer", "minimum": -127, "maximum": 127}
          },
          "min": {
            "type": "array", "description": "The lowest sample of each column.",
            "items": {"type": "integer", "minimum": -127, "maximum": 127}
          },
          "rms": {
            "type": "array", "description": "The root mean square of each column.",
            "items": {"type": "integer", "minimum": 0, "maximum": 127}
          }
        }
      }
    }
    """#
}
