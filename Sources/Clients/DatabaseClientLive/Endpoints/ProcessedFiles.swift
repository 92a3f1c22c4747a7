import DatabaseClient
import SQLite

extension LibraryDatabase {
  func processedFiles() throws -> [ProcessedFile] {
    try read { connection in
      try connection.query(
        "SELECT path, byte_count, modified_ns, problem FROM taken_files ORDER BY path"
      ) {
        ProcessedFile(
          path: $0.text(0), byteCount: $0.int64(1), modifiedAt: $0.int64(2),
          problem: $0.optionalText(3))
      }
    }
  }

  func saveProcessed(_ file: ProcessedFile) throws {
    try write { connection in
      try connection.run(
        """
        INSERT INTO taken_files (path, byte_count, modified_ns, problem) VALUES (?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET byte_count = excluded.byte_count,
          modified_ns = excluded.modified_ns, problem = excluded.problem
        """, [file.path, file.byteCount, file.modifiedAt, file.problem])
    }
  }
}
