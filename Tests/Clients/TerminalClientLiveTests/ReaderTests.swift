import Glibc
import Testing

@testable import TerminalClientLive

struct ReaderTests {
  @Test("A pause after the end of the input does not wait", .timeLimit(.minutes(10)))
  func pauseAfterEnd() async throws {
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    let reader = try Reader(input: input)
    for await _ in reader.start() {}
    await reader.pause()
  }
}
