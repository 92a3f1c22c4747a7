import Glibc
import POSIX
import Testing

struct LimitTests {
  @Test("A process may have as many files open as the system allows it")
  func openFiles() {
    raiseOpenFileLimit()
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #expect(limit.rlim_cur == limit.rlim_max)
  }
}
