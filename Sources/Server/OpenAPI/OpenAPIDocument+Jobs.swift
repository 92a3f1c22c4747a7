extension OpenAPIDocument {
  /// The addresses of several memos at once.
  static let severalMemosPaths = #"""
    {
      "/api/memos/ids": {
        "get": {
          "summary": "The ids that begin so, at most ten, trash included",
          "tags": ["memos"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "prefix",
              "in": "query",
              "description": "How they begin, in hexadecimal.",
              "schema": {"type": "string"}
            }
          ],
          "responses": {
            "200": {
              "description": "The ids.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MemoIDs"}}}
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/files": {
        "get": {
          "summary": "The names of all files of sound that a memo has",
          "tags": ["memos"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The names.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/FileNames"}}}
            },
            "304": {"description": "The client has just this."},
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
          "summary": "The memo outside the trash that has the bytes of this SHA-256",
          "tags": ["memos"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The memo.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Memo"}}}
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/trash": {
        "post": {
          "summary": "Move memos to the trash: all, or none",
          "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MemoIDs"}}}
          },
          "responses": {
            "204": {"description": "They are in the trash."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/restore": {
        "post": {
          "summary": "Take memos out of the trash: all, or none",
          "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MemoIDs"}}}
          },
          "responses": {
            "204": {"description": "They are in the library."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/delete": {
        "post": {
          "summary": "Delete for good those of the memos that are in the trash",
          "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MemoIDs"}}}
          },
          "responses": {
            "200": {
              "description": "Those that were deleted.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/DeletedMemos"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#

  /// The addresses of what is made of memos.
  static let jobsPaths = #"""
    {
      "/api/jobs": {
        "get": {
          "summary": "The transcripts that are to be made, or could not be",
          "tags": ["jobs"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The jobs, in the order in which they were asked for, and their memos.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/JobList"}}}
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/jobs/finished": {
        "get": {
          "summary": "The transcripts that were made",
          "tags": ["jobs"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "since",
              "in": "query",
              "description": "Only those that were done since.",
              "schema": {"type": "string", "format": "date-time"}
            }
          ],
          "responses": {
            "200": {
              "description": "The jobs, the last one first, and their memos.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/JobList"}}}
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/jobs/{job}": {
        "parameters": [{"$ref": "#/components/parameters/job"}],
        "delete": {
          "summary": "End a job",
          "tags": ["jobs"],
          "security": [{"token": ["transcribe"]}],
          "responses": {
            "204": {"description": "It is not done any more."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/jobs/{job}/segments": {
        "parameters": [{"$ref": "#/components/parameters/job"}],
        "get": {
          "summary": "What is there so far of what a job makes",
          "tags": ["jobs"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "after",
              "in": "query",
              "description": "How many are known already.",
              "schema": {"type": "integer", "default": 0}
            }
          ],
          "responses": {
            "200": {
              "description": "The segments, in the order of speech.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SegmentList"}}}
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/memos/{memo}/job": {
        "parameters": [{"$ref": "#/components/parameters/memo"}],
        "get": {
          "summary": "A memo's newest job that is not done",
          "tags": ["jobs"],
          "security": [{"token": ["read"]}],
          "responses": {
            "200": {
              "description": "The job, if there is one.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CurrentJob"}}}
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/statistics": {
        "get": {
          "summary": "How many words memos have, and which are said most",
          "tags": ["search"],
          "security": [{"token": ["read"]}],
          "parameters": [
            {
              "name": "words",
              "in": "query",
              "description": "How many words at most; 0 to 1000.",
              "schema": {"type": "integer", "default": 10}
            }
          ],
          "responses": {
            "200": {
              "description": "The words.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WordStatistics"}}}
            },
            "304": {"description": "The client has just this."},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/transcripts/{transcript}": {
        "parameters": [{"$ref": "#/components/parameters/transcript"}],
        "patch": {
          "summary": "Keep a person's change of a transcript, if what it replaces is still there",
          "tags": ["memos"],
          "security": [{"token": ["write"]}],
          "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TranscriptionEdit"}}}
          },
          "responses": {
            "204": {"description": "It is kept."},
            "409": {"$ref": "#/components/responses/Problem"},
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      },
      "/api/check": {
        "get": {
          "summary": "What is wrong with the library's database, which is read as a whole for that",
          "tags": ["server"],
          "security": [{"token": ["admin"]}],
          "responses": {
            "200": {
              "description": "A line for each problem.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/LibraryProblems"}}}
            },
            "default": {"$ref": "#/components/responses/Problem"}
          }
        }
      }
    }
    """#
}
