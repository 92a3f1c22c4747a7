public enum SpeechAuthorizationStatus: String, CaseIterable, Sendable {
  case notDetermined
  case authorized
  case denied
  /// The model is missing or damaged, the engine doesn't start, or its protocol version differs.
  case restricted
}
