import Foundation
import TerminalUI

/// What was done with a preview, as a file: a report of a fault that can be played again.
struct Recording: Codable, Equatable {
  static let currentVersion = 1

  var version = currentVersion
  var preview: String
  var state: String
  var size: String
  /// Each is a word of a script.
  var steps: [String] = []

  /// A file that cannot be played.
  struct Unplayable: Error, CustomStringConvertible {
    let description: String
  }

  private struct Version: Decodable {
    let version: Int
  }

  init(preview: String, state: String, size: Size) {
    self.preview = preview
    self.state = state
    self.size = "\(size.width)x\(size.height)"
  }

  /// Reads a file.
  ///
  /// - Throws: ``Unplayable``.
  init(file: String) throws {
    guard let data = FileManager.default.contents(atPath: file)
    else { throw Unplayable(description: "\(file) cannot be read") }
    guard let version = try? JSONDecoder().decode(Version.self, from: data).version
    else { throw Unplayable(description: "\(file) is no recording of a preview") }
    guard version == Self.currentVersion
    else {
      throw Unplayable(
        description: """
          \(file) was recorded by another version (\(version), this is \(Self.currentVersion)): \
          play it with the program that recorded it
          """)
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch {
      throw Unplayable(description: "\(file) is damaged: record the session again")
    }
  }

  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try encoder.encode(self).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw Unplayable(description: "\(file) cannot be written: \(error.localizedDescription)")
    }
  }

  /// Notes a step. Waits in a row become one.
  mutating func append(_ word: String) {
    if let last = steps.last, let one = Self.wait(last), let other = Self.wait(word) {
      steps[steps.count - 1] = Self.word(waiting: one + other)
    } else {
      steps.append(word)
    }
  }

  /// The script's word for a wait of some milliseconds.
  static func word(waiting milliseconds: Int) -> String {
    "wait:\(Double(milliseconds) / 1000)"
  }

  private static func wait(_ word: String) -> Int? {
    word.hasPrefix("wait:") ? Double(word.dropFirst(5)).map { Int(($0 * 1000).rounded()) } : nil
  }
}

extension ScriptStep {
  /// The script's word for an event; nil for what scripts have no word for.
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
