extension OpenAPIDocument {
  static let jobsSchemas = #"""
    {
      "CurrentJob": {
        "type": "object",
        "required": [],
        "properties": {"job": {"$ref": "#/components/schemas/Job"}}
      },
      "DeletedMemos": {
        "type": "object",
        "required": ["memos", "byteCount"],
        "properties": {
          "byteCount": {"type": "integer"},
          "memos": {"type": "array", "items": {"$ref": "#/components/schemas/Memo"}}
        }
      },
      "FileNames": {
        "type": "object",
        "required": ["files"],
        "properties": {"files": {"type": "array", "items": {"type": "string"}}}
      },
      "Job": {
        "type": "object",
        "required": ["id", "memo", "state", "attempts", "createdAt", "settings", "transcribedUntil"],
        "properties": {
          "id": {"type": "string", "format": "uuid"},
          "memo": {"type": "string", "format": "uuid"},
          "state": {"type": "string", "enum": ["cancelled", "done", "failed", "queued", "running"]},
          "trace": {
            "type": "string", "pattern": "^[0-9a-f]{32}$",
            "description": "The trace id, in logs, of the request that created the job."
          },
          "attempts": {"type": "integer"},
          "createdAt": {"type": "string", "format": "date-time"},
          "endedAt": {"type": "string", "format": "date-time"},
          "model": {"type": "string"},
          "reason": {"type": "string"},
          "settings": {"type": "object"},
          "transcribedUntil": {
            "type": "number", "description": "The end of the transcribed audio, in seconds."
          }
        }
      },
      "JobList": {
        "type": "object",
        "required": ["jobs", "memos"],
        "properties": {
          "jobs": {"type": "array", "items": {"$ref": "#/components/schemas/Job"}},
          "memos": {"type": "array", "items": {"$ref": "#/components/schemas/Memo"}}
        }
      },
      "LibraryProblems": {
        "type": "object",
        "required": ["problems"],
        "properties": {"problems": {"type": "array", "items": {"type": "string"}}}
      },
      "MemoIDs": {
        "type": "object",
        "required": ["ids"],
        "properties": {
          "ids": {"type": "array", "items": {"type": "string", "format": "uuid"}, "maxItems": 10000}
        }
      },
      "Segment": {
        "type": "object",
        "required": ["start", "end", "text", "words"],
        "properties": {
          "start": {"type": "number"},
          "end": {"type": "number"},
          "text": {"type": "string"},
          "words": {"type": "array", "items": {"$ref": "#/components/schemas/Word"}},
          "language": {
            "type": "string",
            "description": "The segment's language, if it differs from the transcript's."
          }
        }
      },
      "SegmentList": {
        "type": "object",
        "required": ["segments"],
        "properties": {"segments": {"type": "array", "items": {"$ref": "#/components/schemas/Segment"}}}
      },
      "Transcription": {
        "type": "object",
        "required": ["id", "createdAt", "engine", "model", "segments", "settings"],
        "properties": {
          "id": {"type": "string", "format": "uuid"},
          "createdAt": {"type": "string", "format": "date-time"},
          "editedAt": {"type": "string", "format": "date-time"},
          "engine": {"type": "object"},
          "language": {"type": "string"},
          "model": {"type": "string"},
          "repairs": {
            "type": "integer",
            "minimum": 0,
            "description": "How often the engine improved a poor first result."
          },
          "segments": {"type": "array", "items": {"$ref": "#/components/schemas/Segment"}},
          "settings": {"type": "object"},
          "speakers": {"type": "array", "items": {"$ref": "#/components/schemas/Speaker"}}
        }
      },
      "TranscriptionEdit": {
        "type": "object",
        "properties": {
          "position": {
            "type": "integer",
            "minimum": 0,
            "description": "The index of the first segment that changes."
          },
          "removed": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Segment"},
            "description": "The segments to remove, as they are now."
          },
          "inserted": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Segment"},
            "description": "The segments to insert in their place."
          },
          "editedAtBefore": {"type": "string", "format": "date-time"},
          "editedAtAfter": {"type": "string", "format": "date-time"}
        }
      },
      "Word": {
        "type": "object",
        "required": ["text", "start", "end"],
        "properties": {
          "text": {"type": "string"},
          "start": {"type": "number"},
          "end": {"type": "number"},
          "confidence": {"type": "number"}
        }
      },
      "WordStatistics": {
        "type": "object",
        "required": ["counts", "repairs", "speakers", "words"],
        "properties": {
          "repairs": {
            "type": "object",
            "required": ["memoCount", "repairCount", "repairedMemoCount"],
            "properties": {
              "memoCount": {"type": "integer"},
              "repairCount": {"type": "integer"},
              "repairedMemoCount": {"type": "integer"}
            }
          },
          "speakers": {
            "type": "array",
            "items": {
              "type": "object", "required": ["name", "seconds"],
              "properties": {
                "name": {"type": "string"},
                "seconds": {"type": "number"}
              }
            }
          },
          "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
          "words": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["word", "count"],
              "properties": {"word": {"type": "string"}, "count": {"type": "integer"}}
            }
          }
        }
      }
    }
    """#
}
