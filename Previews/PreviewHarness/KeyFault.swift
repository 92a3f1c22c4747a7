public import TerminalClient
public import TerminalUI

/// A key that does not do what the screen shows.
public struct KeyFault: Equatable, CustomStringConvertible, Sendable {
  public enum Reason: Equatable, Sendable {
    /// Shown, but does nothing.
    case noEffect(help: String)
    /// Part of the script that leads to the place, but does nothing.
    case unusedInScript
    /// Not shown, but does something.
    case undocumented
  }

  struct Found: Error, CustomStringConvertible {
    let count: Int

    var description: String { "\(count) keys are not as the screens say" }
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
    case .noEffect(let help): "\(place): \(key) does nothing, and is to: \(help)"
    case .unusedInScript: "\(place): \(key), on the way there, does nothing"
    case .undocumented: "\(place): \(key) does something, and nothing says so"
    }
  }
}

extension Size {
  /// The usual terminal, a part of a screen, and a large one.
  public static let checked = [
    Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60),
  ]
}
