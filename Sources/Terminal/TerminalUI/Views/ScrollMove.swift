public enum ScrollMove: Equatable, Sendable {
  case by(Int)
  case first
  case last
  case halfPage(Int)
  case page(Int)
  case to(Int)

  public init?(_ key: Key) {
    switch key {
    case .up, "k": self = .by(-1)
    case .down, "j": self = .by(1)
    case .pageUp: self = .page(-1)
    case .pageDown: self = .page(1)
    case .ctrl("u"): self = .halfPage(-1)
    case .ctrl("d"): self = .halfPage(1)
    case .home, "g": self = .first
    case .end, "G": self = .last
    default: return nil
    }
  }

  public init?(wheel mouse: Mouse) {
    switch mouse.kind {
    case .scrollDown: self = .by(3)
    case .scrollUp: self = .by(-3)
    case .drag, .move, .press, .release: return nil
    }
  }

  public func target(from row: Int, rows: Int, last: Int) -> Int {
    switch self {
    case .by(let distance): row + distance
    case .first: 0
    case .last: last
    case .page(let pages): row + pages * max(1, rows - 1)
    case .halfPage(let pages): row + pages * max(1, rows / 2)
    case .to(let row): row
    }
  }
}
