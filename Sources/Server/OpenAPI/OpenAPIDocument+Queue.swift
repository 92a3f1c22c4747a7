extension OpenAPIDocument {
  /// The addresses for those who make the transcripts of all libraries.
  static let queuePaths = #"""
    {
      "/api/queue/claims": {
        "post": {
          "summary": "Claim a job of the library whose turn it is, for half a minute",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ClaimRequest"}}}
          },
          "responses": {
            "200": {
              "description": "The claim, if something waits.",
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
          "summary": "When there may be something to be claimed, as it happens",
          "description": "An event comes at once, and whenever a job may wait; after a minute the \#
    stream ends, and is asked for again.",
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
          "summary": "The memo that a claimed job is of",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "responses": {
            "200": {
              "description": "The memo.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}}
            },
            "304": {"description": "The client has just this."},
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "patch": {
          "summary": "Give the memo another title, if it has the one that it is known by",
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
              "description": "Whether it has that title now.",
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
          "summary": "The sound of the memo that a claimed job is of",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [
            \#(claimParameter),
            \#(rangeParameter)
          ],
          "responses": {
            "200": {
              "description": "The whole sound.",
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
          "summary": "What is kept of a claimed job so far",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "responses": {
            "200": {
              "description": "The segments, in the order of speech.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SegmentList"}}}
            },
            "304": {"description": "The client has just this."},
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        },
        "post": {
          "summary": "Keep what was heard, and the claim for another half a minute",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/SegmentsToKeep"}}
            }
          },
          "responses": {
            "204": {"description": "It is kept."},
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/queue/{library}/{job}/lease": {
        "parameters": [\#(claimParameters)],
        "post": {
          "summary": "Keep the claim for another half a minute",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "responses": {
            "204": {"description": "It is kept."},
            "410": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/queue/{library}/{job}/end": {
        "parameters": [\#(claimParameters)],
        "post": {
          "summary": "End a claimed job, or put it back",
          "tags": ["queue"], "security": [{"token": ["queue"]}],
          "parameters": [\#(claimParameter)],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/JobEnd"}}}
          },
          "responses": {
            "204": {"description": "It is ended, or waits again."},
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
    {"name": "claim", "in": "query", "required": true, "description": "What shows whose the job is.", \#
    "schema": {"type": "string", "format": "uuid"}}
    """#

  /// What is sent there.
  static let queueSchemas = #"""
    {
      "Claim": {
        "type": "object",
        "required": ["id", "job", "library"],
        "properties": {
          "id": {
            "type": "string", "format": "uuid",
            "description": "To be shown with all that is done with the job; nobody else's business."
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
            "description": "The jobs that who claims is at already."
          }
        }
      },
      "Checkpoint": {
        "type": "object", "required": ["maker", "start_ms", "state"],
        "description": "From where an engine goes on as if it had never stopped.",
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
          "reason": {"type": "string", "description": "Why it cannot be done, for a person."},
          "repairs": {"type": "integer", "minimum": 0},
          "speakers": {"type": "object", "description": "Who speaks: a change of speakers."}
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
