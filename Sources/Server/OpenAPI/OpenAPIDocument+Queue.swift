extension OpenAPIDocument {
  static let queuePaths = #"""
    {
      "/api/queue/claims": {
        "post": {
          "summary": "Claim a job for 30 seconds, from all libraries in turn",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ClaimRequest"}}}
          },
          "responses": {
            "200": {
              "description": "The claim, if a job was waiting.",
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object",
                    "properties": {"claim": {"$ref": "#/components/schemas/Claim"}}
                  }
                }
              }
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/queue/news": {
        "get": {
          "summary": "Stream an event whenever a job may be waiting",
          "description": "The first event is sent immediately. The stream ends after a minute; connect \#
    again to continue.",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "responses": {
            "200": {
              "description": "Events without content.",
              "content": {"text/event-stream": {"schema": {"type": "string"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/queue/{library}/{job}/memo": {
        "parameters": [\#(claimParameters)],
        "get": {
          "summary": "Get the memo of a claimed job",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "responses": {
            "200": {
              "description": "The memo.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}}
            },
            "304": {"description": "The client's copy is current."},
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "patch": {
          "summary": "Change the memo's title, if it is still 'was'",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": {
                  "type": "object", "required": ["title", "was"],
                  "properties": {"title": {"type": "string"}, "was": {"type": "string"}}
                }
              }
            }
          },
          "responses": {
            "200": {
              "description": "Whether the title was changed.",
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object", "required": ["isChanged"],
                    "properties": {"isChanged": {"type": "boolean"}}
                  }
                }
              }
            },
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/queue/{library}/{job}/audio": {
        "parameters": [\#(claimParameters)],
        "get": {
          "summary": "Get the audio of a claimed job's memo",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [
            \#(claimParameter),
            \#(rangeParameter)
          ],
          "responses": {
            "200": {
              "description": "The whole file.",
              "content": {"audio/*": {"schema": {"type": "string", "format": "binary"}}}
            },
            \#(soundResponses),
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/queue/{library}/{job}/segments": {
        "parameters": [\#(claimParameters)],
        "get": {
          "summary": "Get the segments stored for a claimed job",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "responses": {
            "200": {
              "description": "The segments, in chronological order.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SegmentList"}}}
            },
            "304": {"description": "The client's copy is current."},
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Store segments and renew the claim for 30 seconds",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/SegmentsToKeep"}}
            }
          },
          "responses": {
            "204": {"description": "The segments are stored."},
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/queue/{library}/{job}/lease": {
        "parameters": [\#(claimParameters)],
        "post": {
          "summary": "Renew the claim for 30 seconds",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "responses": {
            "204": {"description": "The claim is renewed."},
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/queue/{library}/{job}/end": {
        "parameters": [\#(claimParameters)],
        "post": {
          "summary": "Complete or fail a claimed job, or return it to the queue",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/JobEnd"}}}
          },
          "responses": {
            "204": {"description": "The outcome is stored."},
            "409": {"$ref": "#/components/responses/Problem"},
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#

  private static let claimParameters = #"""
    {"name": "library", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}}, \#
    {"$ref": "#/components/parameters/job"}
    """#

  private static let claimParameter = #"""
    {"name": "claim", "in": "query", "required": true, "description": "The id of the client's claim.", \#
    "schema": {"type": "string", "format": "uuid"}}
    """#

  static let queueSchemas = #"""
    {
      "Claim": {
        "type": "object",
        "required": ["id", "job", "library"],
        "properties": {
          "id": {
            "type": "string", "format": "uuid",
            "description": "Required in every request for the job. Keep it secret."
          },
          "checkpoint": {"$ref": "#/components/schemas/Checkpoint"},
          "job": {"$ref": "#/components/schemas/Job"},
          "library": {"type": "string"}
        }
      },
      "ClaimRequest": {
        "type": "object",
        "properties": {
          "except": {
            "type": "array", "items": {"type": "string", "format": "uuid"},
            "description": "Jobs that the client is already working on."
          }
        }
      },
      "Checkpoint": {
        "type": "object", "required": ["maker", "start_ms", "state"],
        "description": "The state from which an engine resumes.",
        "properties": {
          "maker": {"type": "string"}, "start_ms": {"type": "integer"}, "state": {"type": "string"}
        }
      },
      "JobEnd": {
        "type": "object", "required": ["outcome"],
        "properties": {
          "outcome": {"type": "string", "enum": ["done", "failed", "interrupted"]},
          "at": {"type": "string", "format": "date-time"},
          "engine": {"type": "object"},
          "language": {"type": "string"},
          "model": {"type": "string"},
          "reason": {"type": "string", "description": "Why the job failed, as shown to the user."},
          "repairs": {"type": "integer", "minimum": 0},
          "speakers": {
            "type": "object",
            "description": "The detected speakers, as a change to the transcript."
          }
        }
      },
      "SegmentsToKeep": {
        "type": "object", "required": ["progress", "segments"],
        "properties": {
          "checkpoint": {"$ref": "#/components/schemas/Checkpoint"},
          "progress": {"type": "number", "minimum": 0, "maximum": 1},
          "segments": {"type": "array", "items": {"$ref": "#/components/schemas/Segment"}}
        }
      }
    }
    """#
}
