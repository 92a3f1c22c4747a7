package import Foundation
import SharedModels
package import Tagged

package protocol SQLColumns {
  func position(of name: StaticString) -> Int32?
  func bool(_ position: Int32) -> Bool
  func double(_ position: Int32) -> Double
  func int64(_ position: Int32) -> Int64
  func isNull(_ position: Int32) -> Bool
  func json(_ position: Int32) -> String
  func text(_ position: Int32) -> String
  func texts(_ position: Int32) throws -> [String]
  func uuid(_ position: Int32) throws -> UUID
}

/// A row, valid only until the next one is read.
package struct SQLRow {
  private let columns: any SQLColumns
  private let positions: ColumnPositions

  package init(_ columns: some SQLColumns, _ positions: ColumnPositions) {
    self.columns = columns
    self.positions = positions
  }

  private func position(_ name: StaticString) -> Int32 { positions.position(of: name, in: columns) }

  package func isNull(_ name: StaticString) -> Bool { columns.isNull(position(name)) }

  package func bool(_ name: StaticString) -> Bool { columns.bool(position(name)) }

  package func date(_ name: StaticString) -> Date { Date(timeIntervalSince1970: double(name)) }

  package func double(_ name: StaticString) -> Double { columns.double(position(name)) }

  package func duration(_ name: StaticString) throws -> Duration {
    let seconds = double(name)
    guard let duration = Duration(secondsToMillisecond: seconds)
    else { throw ColumnError(text: "\(seconds)") }
    return duration
  }

  package func id<Tag>(_ name: StaticString) throws -> Tagged<Tag, UUID> {
    Tagged(rawValue: try columns.uuid(position(name)))
  }

  package func int(_ name: StaticString) -> Int { Int(int64(name)) }

  package func int64(_ name: StaticString) -> Int64 { columns.int64(position(name)) }

  package func json(_ name: StaticString) -> String { columns.json(position(name)) }

  package func milliseconds(_ name: StaticString) -> Duration { .milliseconds(int64(name)) }

  package func text(_ name: StaticString) -> String { columns.text(position(name)) }

  package func texts(_ name: StaticString) throws -> [String] {
    try columns.texts(position(name))
  }

  package func optionalDate(_ name: StaticString) -> Date? {
    optionalDouble(name).map(Date.init(timeIntervalSince1970:))
  }

  package func optionalDouble(_ name: StaticString) -> Double? {
    optional(name) { $0.double($1) }
  }

  package func optionalInt(_ name: StaticString) -> Int? { optionalInt64(name).map { Int($0) } }

  package func optionalInt64(_ name: StaticString) -> Int64? { optional(name) { $0.int64($1) } }

  package func optionalText(_ name: StaticString) -> String? { optional(name) { $0.text($1) } }

  private func optional<Value>(
    _ name: StaticString, _ value: (any SQLColumns, Int32) -> Value
  ) -> Value? {
    let position = position(name)
    return columns.isNull(position) ? nil : value(columns, position)
  }
}

/// Column positions. Rows are read in one order, so the next name is usually the next known one.
package final class ColumnPositions {
  private var known: [(name: UnsafePointer<UInt8>, position: Int32)] = []
  private var next = 0

  package init() {}

  fileprivate func position(of name: StaticString, in columns: any SQLColumns) -> Int32 {
    for _ in known.indices {
      let column = known[next]
      next = next + 1 == known.count ? 0 : next + 1
      if column.name == name.utf8Start { return column.position }
    }
    guard let position = columns.position(of: name)
    else { preconditionFailure("The statement has no column '\(name)'") }
    known.append((name.utf8Start, position))
    next = 0
    return position
  }
}
