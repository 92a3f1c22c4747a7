#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tells one running thread from another.
struct ThreadID: Equatable, @unchecked Sendable {
  // Unchecked, because it is only compared.
  private let thread: pthread_t

  static var current: Self { Self(thread: pthread_self()) }

  static func == (lhs: Self, rhs: Self) -> Bool { pthread_equal(lhs.thread, rhs.thread) != 0 }
}
