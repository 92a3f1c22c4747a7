public import Foundation

// The classes that Foundation has from Objective-C are dumped as the values that Swift has for
// them. Subclasses inherit that, the mutable ones for instance.

extension NSArray: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { map { $0 } }
}

extension NSAttributedString: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { string }
}

extension NSCalendar: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as Calendar }
}

extension NSData: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as Data }
}

extension NSDate: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as Date }
}

extension NSDictionary: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any {
    reduce(into: [AnyHashable: Any]()) { pairs, pair in
      if let key = pair.key as? AnyHashable { pairs[key] = pair.value }
    }
  }
}

extension NSExceptionName: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { rawValue }
}

extension NSIndexPath: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as IndexPath }
}

extension NSIndexSet: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as IndexSet }
}

extension NSLocale: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as Locale }
}

extension NSMeasurement: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as Measurement<Unit> }
}

extension NSNotification: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as Notification }
}

extension NSOrderedSet: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { map { $0 } }
}

extension NSPredicate: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { debugDescription }
}

extension NSRange: CustomDumpRepresentable {
  /// The value to dump instead: a range, or `nil` without a location.
  public var customDumpValue: Any { Range(self) as Any }
}

extension NSSet: CustomDumpRepresentable {
  /// The value to dump instead: a set, or the counts of a counted set's elements.
  public var customDumpValue: Any {
    let elements = compactMap { $0 as? AnyHashable }
    guard let counted = self as? NSCountedSet
    else { return Set(elements) }
    return elements.reduce(into: [AnyHashable: Int]()) { $0[$1] = counted.count(for: $1) }
  }
}

extension NSString: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as String }
}

extension NSTimeZone: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as TimeZone }
}

extension NSURL: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as URL }
}

extension NSURLComponents: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as URLComponents }
}

extension NSURLQueryItem: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as URLQueryItem }
}

extension NSUUID: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { self as UUID }
}

extension NSValue: CustomDumpStringConvertible {
  /// The text that is dumped for the value: for a number its digits.
  public var customDumpDescription: String { debugDescription }
}
