public import Foundation
public import Tagged

extension UUID {
  /// Lowercase, as ids appear in files, addresses, and JSON.
  public var text: String { uuidString.lowercased() }
}

extension Tagged where RawValue == UUID {
  public var text: String { rawValue.text }
}
