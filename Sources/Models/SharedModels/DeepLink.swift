import Foundation

/// A link to a screen or a memo, such as `speechmemo://recordings/3f2a?t=12.5`.
public enum DeepLink: Equatable, Sendable {
  case queue
  case record
  /// `id` may be any prefix that identifies one memo.
  case recording(id: String, time: Duration? = nil)
  case recordings
  case search(String)
  case settings
  case statistics

  public static let scheme = "speechmemo"

  public struct Invalid: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  public init(_ text: String) throws(Invalid) {
    guard var components = URLComponents(string: text),
      components.scheme?.lowercased() == Self.scheme
    else { throw Invalid(description: "this is not a SpeechMemo link; \(Self.usage)") }
    // Forms write a space as a plus sign.
    components.percentEncodedQuery = components.percentEncodedQuery?
      .replacingOccurrences(of: "+", with: "%20")
    let path = components.path.split(separator: "/").map { String($0).lowercased() }
    let names = [components.host?.lowercased()].compactMap { $0 }.filter { !$0.isEmpty } + path
    let items = components.queryItems ?? []
    switch (names.first, names.count) {
    case (nil, _), ("recordings", 1), ("memos", 1): self = .recordings
    case ("recordings", 2), ("memos", 2):
      let id = names[1]
      guard Self.isBeginningOfID(id)
      else { throw Invalid(description: "the link has no valid memo id; \(Self.usage)") }
      self = .recording(id: id, time: try Self.time(items))
    case ("search", 1):
      self = .search(items.first { $0.name.lowercased() == "q" }?.value ?? "")
    case ("queue", 1): self = .queue
    case ("record", 1): self = .record
    case ("settings", 1): self = .settings
    case ("statistics", 1), ("stats", 1): self = .statistics
    default: throw Invalid(description: "the app has no screen for this link; \(Self.usage)")
    }
  }

  public init(to recording: Recording, at time: Duration? = nil) {
    self = .recording(id: recording.id.text, time: time)
  }

  public var text: String {
    switch self {
    case .queue: Self.text("queue")
    case .record: Self.text("record")
    case .recording(let id, let time):
      Self.text(
        "recordings", path: "/\(id)", query: time.map { [("t", Self.seconds($0))] } ?? [])
    case .recordings: Self.text("recordings")
    case .search(let words): Self.text("search", query: words.isEmpty ? [] : [("q", words)])
    case .settings: Self.text("settings")
    case .statistics: Self.text("statistics")
    }
  }

  private static let usage =
    "use speechmemo://recordings/ID?t=SECONDS, speechmemo://search?q=WORDS, or speechmemo:// with "
    + "record, queue, statistics or settings"

  private static func isBeginningOfID(_ text: String) -> Bool {
    text.utf8.count <= 36
      && text.allSatisfy { $0 == "-" || $0.isASCII && $0.isHexDigit }
  }

  private static func time(_ items: [URLQueryItem]) throws(Invalid) -> Duration? {
    guard let text = items.first(where: { $0.name.lowercased() == "t" })?.value
    else { return nil }
    guard let seconds = Double(text), seconds >= 0,
      let time = Duration(secondsToMillisecond: seconds)
    else {
      throw Invalid(
        description: "the link's time '\(text)' is not valid: use seconds, such as t=12.5")
    }
    return time
  }

  private static func seconds(_ time: Duration) -> String {
    let text = String(time.secondsToMillisecond)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func text(
    _ host: String, path: String = "", query: [(String, String)] = []
  ) -> String {
    var components = URLComponents()
    components.scheme = scheme
    components.host = host
    components.path = path
    if !query.isEmpty {
      components.queryItems = query.map { URLQueryItem(name: $0.0, value: $0.1) }
    }
    return (components.string ?? "").replacingOccurrences(of: "+", with: "%2B")
  }
}
