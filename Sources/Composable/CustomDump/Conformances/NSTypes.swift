public import Foundation

// The classes that Foundation has from Objective-C are dumped as the values that Swift has for
// them. Subclasses inherit that, the mutable ones for instance.

extension NSArray: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { map { $0 } }
}

extension NSAttributedString: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { string }
}

extension NSCalendar: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as Calendar }
}

extension NSData: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as Data }
}

extension NSDate: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as Date }
}

extension NSDictionary: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any {
    reduce(into: [AnyHashable: Any]()) { pairs, pair in
      if let key = pair.key as? AnyHashable { pairs[key] = pair.value }
    }
  }
}

extension NSIndexPath: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as IndexPath }
}

extension NSIndexSet: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as IndexSet }
}

extension NSLocale: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as Locale }
}

extension NSMeasurement: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as Measurement<Unit> }
}

extension NSNotification: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as Notification }
}

extension NSOrderedSet: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { map { $0 } }
}

extension NSSet: CustomDumpRepresentable {
  /// What is dumped in place of the value: a set, and for a counted set how often each element is
  /// in it.
  public var customDumpValue: Any {
    let elements = compactMap { $0 as? AnyHashable }
    guard let counted = self as? NSCountedSet
    else { return Set(elements) }
    return elements.reduce(into: [AnyHashable: Int]()) { $0[$1] = counted.count(for: $1) }
  }
}

extension NSString: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as String }
}

extension NSTimeZone: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as TimeZone }
}

extension NSURL: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as URL }
}

extension NSURLComponents: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as URLComponents }
}

extension NSURLQueryItem: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as URLQueryItem }
}

extension NSUUID: CustomDumpRepresentable {
  /// What is dumped in place of the value.
  public var customDumpValue: Any { self as UUID }
}

extension NSValue: CustomDumpStringConvertible {
  /// The text that is dumped for the value: for a number its digits.
  public var customDumpDescription: String { debugDescription }
}
