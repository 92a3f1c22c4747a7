extension OpenAPIDocument {
  static let severalMemosPaths = #"""
    {
      "/api/memos/ids": {
        "get": {
          "summary": "Find memo ids by prefix, at most ten, including the trash",
          "tags": ["memos"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "prefix",
              "in": "query",
              "description": "The beginning of the ids, in hexadecimal.",
              "schema": {"type": "string"}
            }
          ],
          "responses": {
            "200": {
              "description": "The matching ids.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MemoIDs"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/files": {
        "get": {
          "summary": "List the names of all memos' audio files",
          "tags": ["memos"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The file names.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/FileNames"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/checksums/{sha}": {
        "parameters": [
          {
            "name": "sha",
            "in": "path",
            "required": true,
            "schema": {"type": "string", "pattern": "^[0-9a-fA-F]{64}$"}
          }
        ],
        "get": {
          "summary": "Find a memo outside the trash by the SHA-256 of its audio",
          "tags": ["memos"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The memo.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/trash": {
        "post": {
          "summary": "Move memos to the trash, all or none",
          "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MemoIDs"}}}
          },
          "responses": {
            "204": {"description": "The memos are in the trash."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/restore": {
        "post": {
          "summary": "Restore memos from the trash, all or none",
          "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MemoIDs"}}}
          },
          "responses": {
            "204": {"description": "The memos are restored."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/delete": {
        "post": {
          "summary": "Permanently delete memos that are in the trash",
          "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MemoIDs"}}}
          },
          "responses": {
            "200": {
              "description": "The deleted memos.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/DeletedMemos"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#

  static let jobsPaths = #"""
    {
      "/api/jobs": {
        "get": {
          "summary": "List queued, running, and failed jobs",
          "tags": ["jobs"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The jobs, oldest first, and their memos.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/JobList"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/jobs/finished": {
        "get": {
          "summary": "List completed jobs",
          "tags": ["jobs"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "since",
              "in": "query",
              "description": "Only jobs completed at this time or later.",
              "schema": {"type": "string", "format": "date-time"}
            }
          ],
          "responses": {
            "200": {
              "description": "The jobs, most recently completed first, and their memos.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/JobList"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/jobs/{job}": {
        "parameters": [{"$ref": "#/components/parameters/job"}],
        "delete": {
          "summary": "Cancel a job",
          "tags": ["jobs"],
          "security": [{"token": ["transcribe"]}],
          "responses": {
            "204": {"description": "The job is canceled."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/jobs/{job}/segments": {
        "parameters": [{"$ref": "#/components/parameters/job"}],
        "get": {
          "summary": "Get the segments that a job has produced so far",
          "tags": ["jobs"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "after",
              "in": "query",
              "description": "The number of segments to skip.",
              "schema": {"type": "integer", "default": 0}
            }
          ],
          "responses": {
            "200": {
              "description": "The segments, in chronological order.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SegmentList"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}/job": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "Get a memo's newest job, if it is queued, running, or failed",
          "tags": ["jobs"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The job, if there is one.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CurrentJob"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/statistics": {
        "get": {
          "summary": "Get word counts, the most frequent words, and speaking times",
          "tags": ["search"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "words",
              "in": "query",
              "description": "The number of most frequent words to return, from 0 to 1000.",
              "schema": {"type": "integer", "default": 10}
            }
          ],
          "responses": {
            "200": {
              "description": "The statistics.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WordStatistics"}}}
            },
            "304": {"description": "The client's copy is current."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/transcripts/{transcript}": {
        "parameters": [{"$ref": "#/components/parameters/transcript"}],
        "patch": {
          "summary": "Edit a transcript, if the replaced segments are unchanged",
          "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TranscriptionEdit"}}}
          },
          "responses": {
            "204": {"description": "The edit is stored."},
            "409": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/check": {
        "get": {
          "summary": "Check the library's database for problems",
          "tags": ["server"],
          "security": [{"token": ["admin"]}],
          "responses": {
            "200": {
              "description": "One line for each problem.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/LibraryProblems"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
