package import Foundation
package import Tagged

/// A parameter. `NULL` has a type, too, since PostgreSQL prepares statements for types.
package enum SQLValue: Equatable, Sendable {
  case bool(Bool?)
  case double(Double?)
  case integer(Int64?)
  case integers([Int64])
  case text(String?)
  case texts([String?])
  case uuid(UUID?)
  case uuids([UUID])
}

package protocol SQLExpression {
  var sql: SQL { get }
}

package protocol SQLParameter: SQLExpression {
  static func parameter(_ value: Self?) -> SQLValue
}

extension SQLParameter {
  package var sql: SQL { SQL(Self.parameter(self)) }
}

extension Bool: SQLParameter {
  package static func parameter(_ value: Bool?) -> SQLValue { .bool(value) }
}

extension Date: SQLParameter {
  package static func parameter(_ value: Date?) -> SQLValue {
    .double(value?.timeIntervalSince1970)
  }
}

extension Double: SQLParameter {
  package static func parameter(_ value: Double?) -> SQLValue { .double(value) }
}

extension Int: SQLParameter {
  package static func parameter(_ value: Int?) -> SQLValue { .integer(value.map(Int64.init)) }
}

extension Int64: SQLParameter {
  package static func parameter(_ value: Int64?) -> SQLValue { .integer(value) }
}

extension String: SQLParameter {
  package static func parameter(_ value: String?) -> SQLValue { .text(value) }
}

extension Tagged: SQLExpression where RawValue: SQLParameter {}
extension Tagged: SQLParameter where RawValue: SQLParameter {
  package static func parameter(_ value: Self?) -> SQLValue { RawValue.parameter(value?.rawValue) }
}

extension UUID: SQLParameter {
  package static func parameter(_ value: UUID?) -> SQLValue { .uuid(value) }
}

extension Optional: SQLExpression where Wrapped: SQLParameter {
  package var sql: SQL { SQL(Wrapped.parameter(self)) }
}

package protocol SQLElement {
  static func list(_ values: [Self]) -> SQLValue
}

extension Array: SQLExpression where Element: SQLElement {
  package var sql: SQL { SQL(Element.list(self)) }
}

extension Int: SQLElement {
  package static func list(_ values: [Int]) -> SQLValue { .integers(values.map(Int64.init)) }
}

extension Int64: SQLElement {
  package static func list(_ values: [Int64]) -> SQLValue { .integers(values) }
}

extension String: SQLElement {
  package static func list(_ values: [String]) -> SQLValue { .texts(values) }
}

extension Optional: SQLElement where Wrapped == String {
  package static func list(_ values: [String?]) -> SQLValue { .texts(values) }
}

extension Tagged: SQLElement where RawValue: SQLElement {
  package static func list(_ values: [Self]) -> SQLValue { RawValue.list(values.map(\.rawValue)) }
}

extension UUID: SQLElement {
  package static func list(_ values: [UUID]) -> SQLValue { .uuids(values) }
}
