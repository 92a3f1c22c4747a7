import Foundation

/// Foundation takes the environment variable `TZ` as a name only: `UTC-5` as five hours west, and
/// `CET-1CEST` or a path as UTC. The C library reads all forms that POSIX and its manual allow.
public enum SystemTimeZone {
  /// Makes Foundation use the C library's offsets. Call it first: Foundation keeps what it finds.
  public static func adopt() {
    guard let text = getenv("TZ").map({ String(cString: $0) }), !text.isEmpty,
      getenv("TZFILE") == nil
    else { return }
    tzset()
    let known = offsets(from: time(nil))
    guard let name = name(for: known, writtenAs: text)
    else { return }
    // Foundation reads this variable before `TZ`. Other programs still need `TZ` as it is.
    setenv("TZFILE", name, 1)
  }

  /// `nil` if Foundation reads the text correctly.
  private static func name(
    for offsets: [(date: Date, seconds: Int)], writtenAs text: String
  ) -> String? {
    func hasOffsets(_ name: String) -> Bool {
      guard let zone = TimeZone(identifier: name)
      else { return false }
      return offsets.allSatisfy { zone.secondsFromGMT(for: $0.date) == $0.seconds }
    }
    if hasOffsets(text) { return nil }
    let path = text.drop { $0 == ":" }
    let ending = path.range(of: "zoneinfo/").map { path[$0.upperBound...] } ?? path
    if hasOffsets(String(ending)) { return String(ending) }
    let zone = TimeZone.knownTimeZoneIdentifiers.first(where: hasOffsets)
    return zone ?? offsets.first.flatMap { TimeZone(secondsFromGMT: $0.seconds)?.identifier }
  }

  /// The offsets now, and before and after each change in the years around.
  private static func offsets(from now: time_t) -> [(date: Date, seconds: Int)] {
    let day = 86_400
    var times = [now]
    for start in stride(from: now - 366 * day, to: now + 732 * day, by: day)
    where offset(at: start) != offset(at: start + day) {
      var (before, after) = (start, start + day)
      while after - before > 1 {
        let middle = before + (after - before) / 2
        if offset(at: middle) == offset(at: before) { before = middle } else { after = middle }
      }
      times += [before, after]
    }
    return times.map { (Date(timeIntervalSince1970: Double($0)), offset(at: $0)) }
  }

  private static func offset(at seconds: time_t) -> Int {
    var (seconds, parts) = (seconds, tm())
    localtime_r(&seconds, &parts)
    return parts.tm_gmtoff
  }
}
