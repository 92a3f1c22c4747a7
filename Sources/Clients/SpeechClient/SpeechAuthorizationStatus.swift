/// Whether speech can be recognized here.
///
/// The names are those of the platforms where a person grants it. On Linux they tell the state of
/// the engine on this machine.
public enum SpeechAuthorizationStatus: String, CaseIterable, Sendable {
  /// It has not been checked yet.
  case notDetermined
  /// The engine and its weights are there.
  case authorized
  /// There is no engine. Setting it up fixes that.
  case denied
  /// There is an engine, but it cannot be used: its weights are missing or damaged, it does not
  /// start, or it speaks another version of the protocol.
  case restricted
}
