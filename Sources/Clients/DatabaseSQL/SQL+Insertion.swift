extension SQL {
  static func insertion(into table: String, _ columns: [SQLColumn]) -> SQL {
    """
    INSERT INTO \(raw: table) \
    (\(sqlite: "", postgres: "library, ")\(raw: columns.map(\.name).joined(separator: ", "))) \
    VALUES (\(sqlite: "", postgres: "$1, ")\(columns.map(\.value.sql).joined(separator: ", ")))
    """
  }

  static func replacement(_ columns: [SQLColumn], keyCount: Int) -> SQL {
    let names = columns.map(\.name)
    let key = names.prefix(keyCount).joined(separator: ", ")
    let changes = names.dropFirst(keyCount).map { "\($0) = excluded.\($0)" }
      .joined(separator: ", ")
    return """
       ON CONFLICT (\(sqlite: "", postgres: "library, ")\(raw: key)) \
      DO UPDATE SET \(raw: changes)
      """
  }
}
