import ConcurrencyExtras
public import Dependencies

extension ConsoleClient: TestDependencyKey {
  public static let previewValue = ConsoleClient.recording(in: Transcript()).0
  public static let testValue = Self()

  /// What a console was told.
  public final class Transcript: Sendable {
    private let texts = LockIsolated<(output: String, error: String)>(("", ""))

    public init() {}

    public var output: String { texts.withValue { $0.output } }
    public var error: String { texts.withValue { $0.error } }

    fileprivate func append(_ text: String, to stream: Stream) {
      texts.withValue {
        switch stream {
        case .error: $0.error += text
        case .output: $0.output += text
        }
      }
    }
  }

  /// A console that keeps what it is told.
  public static func recording(
    in transcript: Transcript, isTerminal: Bool = false, width: Int = 80
  ) -> (ConsoleClient, Transcript) {
    (
      ConsoleClient(
        isTerminal: { _ in isTerminal },
        keys: { AsyncStream { $0.finish() } },
        write: { text, stream in transcript.append(text, to: stream) },
        wantsColor: { true },
        width: { width }),
      transcript
    )
  }
}
