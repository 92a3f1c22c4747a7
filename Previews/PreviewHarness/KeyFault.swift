public import TerminalClient
public import TerminalUI

/// A key whose effect differs from what the screen shows.
public struct KeyFault: Equatable, CustomStringConvertible, Sendable {
  public enum Reason: Equatable, Sendable {
    /// Closes or cancels something, but neither the footer nor the buttons of a question show how.
    case hidden(help: String)
    /// Shown, but has no effect.
    case noEffect(help: String)
    /// Part of the script that leads to the place, but has no effect.
    case unusedInScript
    /// Not shown, but has an effect.
    case undocumented
  }

  struct Found: Error, CustomStringConvertible {
    let count: Int

    var description: String { "keys that differ from the screens: \(count)" }
  }

  public let place: String
  public let size: Size
  public let key: Key
  public let reason: Reason

  public init(_ key: Key, in place: String, at size: Size, _ reason: Reason) {
    self.key = key
    self.place = place
    self.reason = reason
    self.size = size
  }

  public var description: String {
    let place = "\(place) at \(size.width)x\(size.height)"
    return switch reason {
    case .hidden(let help): "\(place): \(key) is not in the footer: '\(help)'"
    case .noEffect(let help): "\(place): \(key) has no effect, but is shown as '\(help)'"
    case .unusedInScript: "\(place): \(key), in the script that leads there, has no effect"
    case .undocumented: "\(place): \(key) has an effect, but isn't shown"
    }
  }
}

/// The result of pressing all keys of a preview.
struct KeyCheck: Sendable {
  var faults: [KeyFault] = []
  var keyCount = 0
  var placeCount = 0
  var sizes: [Size] = []

  var summary: String {
    let sizes = sizes.map { "\($0.width)x\($0.height)" }.joined(separator: ", ")
    return "keys pressed: \(keyCount); states and places: \(placeCount); sizes: \(sizes)"
  }
}

extension Size {
  /// A typical terminal, a small one, and a large one.
  public static let checked = [
    Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60),
  ]
}
