import AudioFileClient
import Clocks
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import NetworkAddresses
import SharedModels
import SiteMiddleware
import SpeechClient
import Testing

struct SiteConfigTests {
  @Test(
    "Serving other machines without TLS requires an explicit option",
    arguments: [
      ("127.0.0.1", true), ("127.1.2.3", true), ("::1", true), ("0.0.0.0", false), ("::", false),
      ("192.0.2.1", false),
    ])
  func plain(host: String, isAllowed: Bool) throws {
    var config = SiteConfig(libraries: [])
    config.listener.host = host
    if isAllowed {
      try config.check()
      return
    }
    #expect(throws: SiteConfigProblem.plain(host: host)) { try config.check() }
    var means = config
    means.allowsPlainHTTP = true
    try means.check()
    var proxied = config
    proxied.proxies = [try #require(IPNetwork("192.0.2.9"))]
    try proxied.check()
    config.encryption = (URL(fileURLWithPath: "/c"), URL(fileURLWithPath: "/k"))
    try config.check()
  }

  @Test("Live transcription is available to other machines only if enabled")
  func speech() throws {
    var config = SiteConfig(libraries: [])
    config.wyoming = Listener(tcp: "tcp://127.0.0.1:10300")
    try config.check()
    config.wyoming = Listener(tcp: "tcp://0.0.0.0:10300")
    config.proxies = [try #require(IPNetwork("192.0.2.9"))]
    #expect(throws: SiteConfigProblem.plainSpeech(host: "0.0.0.0")) { try config.check() }
    config.allowsPlainHTTP = true
    try config.check()
  }

  @Test("The Home Assistant integration matches its server")
  func wyomingAddress() throws {
    for (text, host, port): (String, String, UInt16) in [
      ("tcp://127.0.0.1:10300", "127.0.0.1", 10_300), ("tcp://[::1]:0", "::1", 0),
      ("tcp://0.0.0.0:65535", "0.0.0.0", 65_535),
    ] {
      let address = try #require(Listener(tcp: text))
      #expect(address.host == host)
      #expect(address.port == port)
      #expect("tcp://\(address)" == text)
      #expect(
        "tcp://\(Listener(host: address.host, port: 7))" == text.replacing(/\d+$/, with: "7"))
    }
    for text in [
      "", "tcp://", "tcp://127.0.0.1", "127.0.0.1:10300", "tcp://127.0.0.1:65536",
      "tcp://127.0.0.1:-1", "udp://127.0.0.1:1", "tcp://::1:1", "tcp://[::1]", "tcp://a b:1",
      "tcp://127.0.0.1:10300/", "tcp://:1",
    ] {
      #expect(Listener(tcp: text) == nil, "'\(text)'")
    }
  }

  @Test("A client on this machine finds it at its address")
  func address() {
    var config = SiteConfig(libraries: [])
    #expect(config.address(port: 81) == "http://127.0.0.1:81")
    config.listener.host = "::1"
    config.encryption = (URL(fileURLWithPath: "/c"), URL(fileURLWithPath: "/k"))
    #expect(config.address(port: 81) == "https://[::1]:81")
    config.listener.host = "0.0.0.0"
    #expect(config.address(port: 81) == "https://0.0.0.0:81")
    config.hostNames = ["home.example"]
    #expect(config.address(port: 81) == "https://home.example:81")
  }

  @Test(
    "An unreadable library is retried, and each failure is logged once",
    arguments: [
      DatabaseError.busy(path: "x"), AudioFileError.store(path: "x", reason: "it is not well"),
    ] as [any Error & CustomStringConvertible])
  func triedAgain(error: any Error & CustomStringConvertible) async throws {
    let clock = TestClock()
    var database = DatabaseClient.inMemory()
    let tries = LockIsolated(0)
    database.jobs.claim = { _ in
      tries.withValue { $0 += 1 }
      throw error
    }
    let problems = LockIsolated<[String]>([])
    let task = withDependencies {
      $0.continuousClock = clock
    } operation: { [database] in
      let transcriber = SiteTranscriber(
        SiteConfig.Library(.testValue, database: database))
      return Task {
        try await transcriber.run { problem in problems.withValue { $0.append(problem) } }
      }
    }
    await clock.advance(by: .seconds(1))
    #expect(tries.value == 1)
    await clock.advance(by: .seconds(10))
    #expect(tries.value == 3)
    #expect(problems.value == Array(repeating: error.description, count: 3))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A read-only library is reported once, and its jobs run when it is writable again")
  func readOnly() async throws {
    let clock = TestClock()
    let error = DatabaseError.readOnly(path: "x")
    let problem = "x is read-only: memos can be read, but not changed or transcribed"
    var database = DatabaseClient.inMemory()
    let isReadOnly = LockIsolated(true)
    let tries = LockIsolated(0)
    database.jobs.claim = { _ in
      tries.withValue { $0 += 1 }
      if isReadOnly.value { throw error }
      return nil
    }
    let problems = LockIsolated<[String]>([])
    let task = withDependencies {
      $0.continuousClock = clock
    } operation: { [database] in
      let transcriber = SiteTranscriber(SiteConfig.Library(.testValue, database: database))
      return Task {
        try await transcriber.run { problem in problems.withValue { $0.append(problem) } }
      }
    }
    await clock.advance(by: .seconds(1))
    #expect(tries.value == 1)
    await clock.advance(by: .seconds(120))
    #expect(tries.value == 3)
    #expect(problems.value == [problem])
    isReadOnly.setValue(false)
    await clock.advance(by: .seconds(60))
    #expect(tries.value == 4)
    isReadOnly.setValue(true)
    await clock.advance(by: .seconds(60))
    #expect(problems.value == [problem, problem])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("Leftovers of dead processes are collected periodically")
  func lookedFor() async throws {
    let clock = TestClock()
    var database = DatabaseClient.inMemory()
    let looks = LockIsolated(0)
    database.jobs.claim = { _ in
      looks.withValue { $0 += 1 }
      return nil
    }
    let task = withDependencies {
      $0.continuousClock = clock
    } operation: { [database] in
      let transcriber = SiteTranscriber(SiteConfig.Library(.testValue, database: database))
      return Task { try await transcriber.run { _ in } }
    }
    await clock.advance(by: .seconds(1))
    #expect(looks.value == 1)
    await clock.advance(by: .seconds(120))
    #expect(looks.value == 3)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
