import ComposableArchitecture

extension AlertState where Action == Never {
  static func linkNotFound(id: String, count: Int) -> Self {
    Self {
      TextState("The link cannot be opened.")
    } actions: {
      ButtonState(role: .cancel) { TextState("OK") }
    } message: {
      TextState(
        count == 0
          ? "No memo in the library has the id '\(id)'. It may be in the trash."
          : "\(count) memos have an id that begins with '\(id)'. Give more of the id.")
    }
  }
}
