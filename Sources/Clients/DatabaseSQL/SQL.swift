/// A statement for both databases. Interpolated values become its parameters.
package struct SQL: ExpressibleByStringInterpolation, Sendable {
  fileprivate enum Part: Sendable {
    case dialect(sqlite: SQL, postgres: SQL)
    case text(String)
    case value(SQLValue)
  }

  fileprivate let parts: [Part]

  package init(stringLiteral text: String) {
    parts = [.text(text)]
  }

  package init(stringInterpolation: StringInterpolation) {
    parts = stringInterpolation.parts
  }

  package init(sqlite: SQL, postgres: SQL) {
    parts = [.dialect(sqlite: sqlite, postgres: postgres)]
  }

  init(_ value: SQLValue) {
    parts = [.value(value)]
  }

  fileprivate init(parts: [Part]) {
    self.parts = parts
  }

  package static func + (sql: SQL, other: SQL) -> SQL { SQL(parts: sql.parts + other.parts) }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(interpolationCount * 2 + 1)
    }

    package mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { parts.append(.text(text)) }
    }

    package mutating func appendInterpolation(_ expression: some SQLExpression) {
      parts += expression.sql.parts
    }

    package mutating func appendInterpolation<Value: SQLParameter>(_ value: Value?) {
      parts.append(.value(Value.parameter(value)))
    }

    package mutating func appendInterpolation(raw text: String) { parts.append(.text(text)) }

    package mutating func appendInterpolation(sqlite: SQL, postgres: SQL) {
      parts.append(.dialect(sqlite: sqlite, postgres: postgres))
    }

    /// The condition that a row is the library's. A PostgreSQL table has the rows of all libraries.
    package mutating func appendInterpolation(library table: String) {
      appendInterpolation(sqlite: "TRUE", postgres: "\(raw: table).library = $1")
    }

    package mutating func appendInterpolation(isOneOf values: some SQLExpression) {
      appendInterpolation(sqlite: "IN (SELECT value FROM json_each(", postgres: "= ANY (")
      appendInterpolation(values)
      appendInterpolation(sqlite: "))", postgres: ")")
    }
  }
}

extension SQL {
  /// After a `SELECT`. SQLite's lock is the whole database's.
  package static let lock = SQL(sqlite: "", postgres: "FOR NO KEY UPDATE")

  /// Like ``lock``, but skips rows that another transaction has locked.
  package static let lockUnlessLocked = SQL(
    sqlite: "", postgres: "FOR NO KEY UPDATE SKIP LOCKED")
}

extension SQL: SQLExpression {
  package var sql: SQL { self }
}

extension [SQL] {
  package func joined(separator: SQL) -> SQL {
    SQL(parts: [SQL.Part](map(\.parts).joined(separator: separator.parts)))
  }
}

package enum SQLDialect: Sendable {
  case postgres(parametersBefore: Int)
  case sqlite
}

extension SQL {
  package func statement(in dialect: SQLDialect) -> SQLStatement {
    var statement = SQLStatement()
    add(to: &statement, in: dialect)
    return statement
  }

  private func add(to statement: inout SQLStatement, in dialect: SQLDialect) {
    for part in parts {
      switch (part, dialect) {
      case (.dialect(let sqlite, _), .sqlite): sqlite.add(to: &statement, in: dialect)
      case (.dialect(_, let postgres), .postgres): postgres.add(to: &statement, in: dialect)
      case (.text(let text), _): statement.text += text
      case (.value(let value), .sqlite):
        statement.values.append(value)
        statement.text += "?"
      case (.value(let value), .postgres(let count)):
        statement.values.append(value)
        statement.text += "$\(count + statement.values.count)"
      }
    }
  }
}

package struct SQLStatement: Equatable, Sendable {
  package internal(set) var text = ""
  package internal(set) var values: [SQLValue] = []
}
