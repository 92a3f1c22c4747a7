package import Glibc

extension sigaction {
  /// Whether the signal is ignored. `SIG_IGN` is a number in the place of a function's address,
  /// which Swift does not import.
  package var isIgnored: Bool {
    unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
