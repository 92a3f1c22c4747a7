public struct Ink: Equatable, Sendable {
  public let isColored: Bool

  public init(isColored: Bool) {
    self.isColored = isColored
  }

  public func bold(_ text: some StringProtocol) -> String { styled(text, "1") }
  public func dim(_ text: some StringProtocol) -> String { styled(text, "2") }
  public func good(_ text: some StringProtocol) -> String { styled(text, "32") }
  public func hit(_ text: some StringProtocol) -> String { styled(text, "1;33") }
  public func wrong(_ text: some StringProtocol) -> String { styled(text, "31") }

  private func styled(_ text: some StringProtocol, _ codes: String) -> String {
    isColored ? "\u{1b}[\(codes)m\(text)\u{1b}[0m" : String(text)
  }
}
