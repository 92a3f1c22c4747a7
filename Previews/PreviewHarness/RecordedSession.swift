import Foundation
import TerminalUI

/// The steps and frames of a preview, as a bug report that can be replayed.
struct RecordedSession: Equatable {
  static let currentVersion = 2

  struct Step: Equatable {
    let word: String
    /// The ``TerminalUI/Frame/fingerprint`` after the step; `nil` if the program died before.
    var frame: String?
  }

  let preview: String
  let state: String
  let size: Size
  var firstFrame: String?
  var steps: [Step] = []
  /// `false` if the program died before the session ended.
  var isComplete = false

  struct ReplayError: Error, CustomStringConvertible {
    let description: String
  }

  struct Header: Codable {
    var version = RecordedSession.currentVersion
    let preview: String
    let state: String
    let size: String
  }

  private struct Version: Decodable {
    let version: Int
  }

  enum Line: Codable {
    case end
    case frame(String)
    case step(String)
  }

  init(file: String) throws {
    guard let data = FileManager.default.contents(atPath: file)
    else { throw ReplayError(description: "\(file) cannot be read") }
    let lines = data.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first,
      let version = try? JSONDecoder().decode(Version.self, from: first).version
    else { throw ReplayError(description: "\(file) is not a recording of a preview") }
    guard version == Self.currentVersion
    else {
      throw ReplayError(
        description: """
          \(file) was recorded by another version (\(version), this is \(Self.currentVersion)): \
          replay it with the program that recorded it
          """)
    }
    guard let header = try? JSONDecoder().decode(Header.self, from: first),
      let size = ScriptStep.size(header.size)
    else { throw Self.damaged(file, line: 1) }
    (preview, state, self.size) = (header.preview, header.state, size)
    for (index, line) in lines.enumerated().dropFirst() {
      switch try? JSONDecoder().decode(Line.self, from: line) {
      case .end? where !isComplete: isComplete = true
      case .frame(let frame)? where !isComplete:
        if steps.isEmpty { firstFrame = frame } else { steps[steps.count - 1].frame = frame }
      case .step(let word)? where !isComplete && (try? ScriptStep.steps(of: word)) != nil:
        steps.append(Step(word: word))
      default: throw Self.damaged(file, line: index + 1)
      }
    }
  }

  private static func damaged(_ file: String, line: Int) -> ReplayError {
    ReplayError(
      description: "\(file) is damaged or truncated at line \(line): get the complete file")
  }

  static func word(waiting duration: Duration) -> String {
    "wait:\(duration / .seconds(1))"
  }
}

extension Frame {
  /// A hash of the text, the styles, and the cursor.
  var fingerprint: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let cursor = cursor.map { "\($0)" } ?? ""
    for byte in (text { ("<\($0)>", "") } + cursor).utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}

extension ScriptStep {
  /// Returns `nil` for events that scripts can't express.
  static func word(for event: Event) -> String? {
    switch event {
    case .background, .focus: nil
    case .key(let key): "\(key)"
    case .mouse(let mouse):
      switch mouse.kind {
      case .press where mouse.button == .left && mouse.modifiers.isEmpty:
        "click:\(mouse.point.x),\(mouse.point.y)"
      case .scrollDown: "scrolldown:\(mouse.point.x),\(mouse.point.y)"
      case .scrollUp: "scrollup:\(mouse.point.x),\(mouse.point.y)"
      default: nil
      }
    case .paste(let text): "paste:\(text)"
    case .resize(let size): "resize:\(size.width)x\(size.height)"
    }
  }
}
