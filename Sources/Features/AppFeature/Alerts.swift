import ComposableArchitecture

extension AlertState where Action == Never {
  static func linkLeadsNowhere(id: String, count: Int) -> Self {
    Self {
      TextState("The link leads nowhere.")
    } actions: {
      ButtonState(role: .cancel) { TextState("OK") }
    } message: {
      TextState(
        count == 0
          ? "No memo in the library has the id '\(id)'. It may be in the trash."
          : "\(count) memos have an id that begins with '\(id)'. Give more of it.")
    }
  }
}
