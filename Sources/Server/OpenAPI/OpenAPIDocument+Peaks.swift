extension OpenAPIDocument {
  /// The address of memos' waveforms.
  static let peaksPaths = #"""
    {
      "/api/memos/{memo}/peaks": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "A memo's waveform", "tags": ["memos"], "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "count", "in": "query",
              "description": "In how many columns of equal length. There are fewer where the sound has fewer frames.",
              "schema": {"type": "integer", "minimum": 1, "maximum": 20000, "default": 1000}
            }
          ],
          "responses": {
            "200": {
              "description": "The waveform.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Peaks"}}},
              "headers": {
                "ETag": {
                  "description": "The same for the same sound and count: for 'If-None-Match'.",
                  "schema": {"type": "string"}
                }
              }
            },
            "304": {"description": "The client has just this."},
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
        "description": "A number of each array for each column, all channels mixed. Full scale is 127.",
        "properties": {
          "duration": {"type": "number", "description": "The length of the sound, in seconds."},
          "max": {
            "type": "array", "description": "The highest samples.",
            "items": {"type": "integer", "minimum": -127, "maximum": 127}
          },
          "min": {
            "type": "array", "description": "The lowest samples.",
            "items": {"type": "integer", "minimum": -127, "maximum": 127}
          },
          "rms": {
            "type": "array", "description": "How loud it is: roots of the means of the squares.",
            "items": {"type": "integer", "minimum": 0, "maximum": 127}
          }
        }
      }
    }
    """#
}
