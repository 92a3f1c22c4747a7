// Dispatch has these on other platforms, where tests write timeouts with them.

/// The nanoseconds of a second, for timeouts.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000

/// The nanoseconds of a millisecond, for timeouts.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
