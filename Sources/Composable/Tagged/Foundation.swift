public import Foundation

extension Tagged where RawValue == UUID {
  /// Tags a new random UUID.
  ///
  /// If the identity matters to a test, take it from a controlled source instead.
  public init() {
    self.init(rawValue: UUID())
  }

  /// Reads a UUID from its text, such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  ///
  /// `nil` if the text is not a UUID.
  public init?(uuidString string: String) {
    guard let uuid = UUID(uuidString: string)
    else { return nil }
    self.init(rawValue: uuid)
  }
}

extension Tagged: LocalizedError where RawValue: Error {
  /// The raw error's description.
  public var errorDescription: String? { rawValue.localizedDescription }

  /// The raw error's reason, if any.
  public var failureReason: String? { (rawValue as? any LocalizedError)?.failureReason }

  /// The raw error's recovery suggestion, if any.
  public var recoverySuggestion: String? { (rawValue as? any LocalizedError)?.recoverySuggestion }

  /// The raw error's help anchor, if any.
  public var helpAnchor: String? { (rawValue as? any LocalizedError)?.helpAnchor }
}
