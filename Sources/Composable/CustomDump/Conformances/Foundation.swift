public import Foundation

extension AttributedString: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { String(characters) }
}

extension Calendar: CustomDumpReflectable {
  /// The parts of the value that are dumped.
  public var customDumpMirror: Mirror {
    Mirror(
      self,
      children: [
        "identifier": identifier,
        "locale": locale as Any,
        "timeZone": timeZone,
        "firstWeekday": firstWeekday,
        "minimumDaysInFirstWeek": minimumDaysInFirstWeek,
      ],
      displayStyle: .struct)
  }
}

extension CharacterSet: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { "CharacterSet(\(description))" }
}

extension Data: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { "Data(\(count) byte\(count == 1 ? "" : "s"))" }
}

extension Date: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String {
    "Date(\(formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))))"
  }
}

extension Decimal: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { description }
}

extension IndexPath: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { map { $0 } }
}

extension IndexSet: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String {
    "IndexSet(\(rangeView.map { "\($0)" }.joined(separator: ", ")))"
  }
}

extension Locale: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { "Locale(\(identifier))" }
}

extension Notification.Name: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { "Notification.Name(\(rawValue.debugDescription))" }
}

extension NSError: CustomDumpReflectable {
  /// The parts of the value that are dumped.
  public var customDumpMirror: Mirror {
    Mirror(
      self,
      children: ["domain": domain, "code": code, "userInfo": userInfo],
      displayStyle: .struct)
  }
}

extension TimeZone: CustomDumpReflectable {
  /// The parts of the value that are dumped.
  public var customDumpMirror: Mirror {
    Mirror(
      self,
      children: [
        "identifier": identifier,
        "abbreviation": abbreviation() as Any,
        "secondsFromGMT": secondsFromGMT(),
        "isDaylightSavingTime": isDaylightSavingTime(),
      ],
      displayStyle: .struct)
  }
}

extension URL: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { "URL(\(absoluteString))" }
}

extension UUID: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { "UUID(\(uuidString))" }
}
