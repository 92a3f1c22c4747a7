public import TerminalClient
public import TerminalUI

/// A key that is not as the screen says.
public struct KeyFault: Equatable, CustomStringConvertible, Sendable {
  public enum Reason: Equatable, Sendable {
    /// It is offered, and does nothing.
    case isDead(help: String)
    /// It is on the way to the place, and does nothing there.
    case isNoWay
    /// It does something, and nobody says so.
    case isSecret
  }

  /// There are some.
  struct Found: Error, CustomStringConvertible {
    let count: Int

    var description: String { "\(count) keys are not as the screens say" }
  }

  /// The state, and the place where a person has come to from there.
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
    case .isDead(let help): "\(place): \(key) does nothing, and is to: \(help)"
    case .isNoWay: "\(place): \(key), on the way there, does nothing"
    case .isSecret: "\(place): \(key) does something, and nothing says so"
    }
  }
}

extension Size {
  /// The sizes of terminals in which keys are checked: the usual one, a part of a screen, and a
  /// large one.
  public static let checked = [
    Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60),
  ]
}
