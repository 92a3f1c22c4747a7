import ConcurrencyExtras
import Dependencies
import Foundation
import Testing

@Suite struct BuiltInValuesTests {
  @Test("DEP-25 A constant date")
  func constantDate() {
    withDependencies {
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    } operation: {
      @Dependency(\.date) var date
      #expect(date() == Date(timeIntervalSinceReferenceDate: 0))
      #expect(date.now == Date(timeIntervalSinceReferenceDate: 0))
    }
  }

  @Test("DEP-15 DEP-26 The current date is read and set as a part of its generator")
  func now() {
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
    } operation: {
      @Dependency(\.date.now) var now
      #expect(now == Date(timeIntervalSince1970: 1_234_567_890))
    }
  }

  @Test("A date generator may count")
  func dateGenerator() {
    let seconds = LockIsolated(0.0)
    withDependencies {
      $0.date = DateGenerator {
        Date(
          timeIntervalSince1970: seconds.withValue {
            $0 += 1
            return $0
          })
      }
    } operation: {
      @Dependency(\.date) var date
      #expect(date() == Date(timeIntervalSince1970: 1))
      #expect(date() == Date(timeIntervalSince1970: 2))
    }
  }

  @Test("DEP-23 DEP-27 Incrementing UUIDs")
  func incrementing() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      @Dependency(\.uuid) var uuid
      #expect((0..<3).map { _ in uuid() } == [UUID(0), UUID(1), UUID(2)])
    }
  }

  @Test("A constant UUID")
  func constantUUID() {
    withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      @Dependency(\.uuid) var uuid
      #expect(uuid() == UUID(7))
      #expect(uuid() == UUID(7))
    }
  }

  @Test("DEP-24 A UUID shows its number in hexadecimal")
  func uuidFromInteger() {
    #expect(UUID(0).uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
    #expect(UUID(0xDEAD_BEEF_CAFE).uuidString == "00000000-0000-0000-0000-DEADBEEFCAFE")
  }

  @Test("DEP-24 Negative numbers and those of more than twelve digits have distinct UUIDs")
  func uuidFromLargeInteger() {
    #expect(UUID(1 << 48).uuidString == "00000000-0000-0000-0001-000000000000")
    #expect(UUID(.max).uuidString == "00000000-0000-0000-7FFF-FFFFFFFFFFFF")
    #expect(UUID(-1).uuidString == "00000000-0000-0001-0000-000000000001")
    #expect(UUID(-16).uuidString == "00000000-0000-0001-0000-000000000010")
    #expect(UUID(.min).uuidString == "00000000-0000-0001-8000-000000000000")
  }

  @Test("Live UUIDs are random and unique on all threads")
  func liveUUIDs() async {
    await withDependencies {
      $0.context = .live
    } operation: {
      let uuids = await withTaskGroup(of: [UUID].self) { group in
        for _ in 0..<8 {
          group.addTask {
            @Dependency(\.uuid) var uuid
            return (0..<500).map { _ in uuid() }
          }
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      #expect(Set(uuids).count == 4_000)
      #expect(uuids.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
      let setBits = uuids.reduce(into: 0) { $0 += $1.uuid.0.nonzeroBitCount }
      #expect(abs(setBits - 16_000) < 1_000)
    }
  }

  @Test("Live dates and UUIDs are fresh")
  func live() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.date) var date
      @Dependency(\.uuid) var uuid
      let before = Date()
      let now = date()
      #expect(before <= now && now <= Date())
      #expect(uuid() != uuid())
    }
  }

  @Test(
    "A generator that a test did not set fails the test",
    arguments: [
      "uuid", "date", "calendar", "locale", "preferredLocales", "timeZone",
      "withRandomNumberGenerator",
    ])
  func unimplemented(name: String) {
    let messages = issues {
      @Dependency(\.self) var values
      switch name {
      case "uuid": _ = values.uuid
      case "date": _ = values.date
      case "calendar": _ = values.calendar
      case "locale": _ = values.locale
      case "preferredLocales": _ = values.preferredLocales
      case "timeZone": _ = values.timeZone
      default: _ = values.withRandomNumberGenerator
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("@Dependency(\\.\(name)) has no test impl") == true)
  }

  @Test("Calendar, locale and time zone are overridden by value")
  func formats() {
    withDependencies {
      $0.calendar = Calendar(identifier: .iso8601)
      $0.locale = Locale(identifier: "fr_CA")
      $0.preferredLocales = [Locale(identifier: "fr_CA"), Locale(identifier: "en_CA")]
      $0.timeZone = .gmt
    } operation: {
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.preferredLocales) var preferredLocales
      @Dependency(\.timeZone) var timeZone
      #expect(calendar.identifier == .iso8601)
      #expect(locale.identifier == "fr_CA")
      #expect(preferredLocales.map(\.identifier) == ["fr_CA", "en_CA"])
      #expect(timeZone == .gmt)
    }
  }

  struct Alternating: RandomNumberGenerator, Sendable {
    var state: UInt64 = 0
    mutating func next() -> UInt64 {
      state = state &+ 0x5555_5555_5555_5555
      return state
    }
  }

  @Test("A seeded generator makes randomness predictable, and is shared by its users")
  func randomNumbers() {
    var expected = Alternating()
    let rolls = (0..<6).map { _ in Int.random(in: 1...6, using: &expected) }
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Alternating())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var first
      @Dependency(\.withRandomNumberGenerator) var second
      let actual = (0..<3).flatMap { _ in
        [
          first { Int.random(in: 1...6, using: &$0) }, second { Int.random(in: 1...6, using: &$0) },
        ]
      }
      #expect(actual == rolls)
    }
  }

  @Test("A notification center of a test is its own, and lets a notification through")
  func notificationCenter() {
    @Dependency(\.notificationCenter) var notificationCenter
    #expect(notificationCenter !== NotificationCenter.default)
    let count = LockIsolated(0)
    let token = notificationCenter.addObserver(
      forName: Notification.Name("saved"), object: nil, queue: nil
    ) { _ in count.withValue { $0 += 1 } }
    notificationCenter.post(name: Notification.Name("saved"), object: nil)
    NotificationCenter.default.post(name: Notification.Name("saved"), object: nil)
    notificationCenter.removeObserver(token)
    #expect(count.value == 1)
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(notificationCenter === NotificationCenter.default)
    }
  }

  @Test("Fire and forget is awaited in a test, and its error reported at the call")
  func fireAndForget() async {
    struct Failure: Error {}
    @Dependency(\.fireAndForget) var fireAndForget
    let isDone = LockIsolated(false)
    let line = #line + 2
    await withKnownIssue {
      await fireAndForget {
        await Task.yield()
        isDone.setValue(true)
        throw Failure()
      }
    } matching: { issue in
      issue.error is Failure && issue.sourceLocation?.line == line
    }
    #expect(isDone.value)
    await fireAndForget { throw CancellationError() }
  }

  @Test("A fire-and-forget task has the given name")
  func fireAndForgetName() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let names = LockIsolated<[String?]>([])
    await fireAndForget(name: "log") { names.withValue { $0.append(Task.name) } }
    await fireAndForget { names.withValue { $0.append(Task.name) } }
    await withDependencies {
      $0.fireAndForget = FireAndForget { name, _, _ in names.withValue { $0.append(name) } }
    } operation: {
      await fireAndForget(name: "count", priority: .low) {}
    }
    await withDependencies {
      $0.fireAndForget = FireAndForget { _, work in try? await work() }
    } operation: {
      await fireAndForget(name: "unused") { names.withValue { $0.append("work") } }
    }
    #expect(names.value == ["log", nil, "count", "work"])
  }

  @Test("Fire and forget returns before the work is done when live")
  func fireAndForgetLive() async {
    let release = AsyncStream.makeStream(of: Void.self)
    let finished = AsyncStream.makeStream(of: Void.self)
    await withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget {
        for await _ in release.stream { break }
        finished.continuation.finish()
      }
    }
    release.continuation.yield()
    for await _ in finished.stream {}
  }

  @Test("DEP-29 A URL is opened by the override, and a test without one fails")
  func openURL() async {
    let url = URL(fileURLWithPath: "/memo.flac")
    let opened = LockIsolated<[URL]>([])
    await withDependencies {
      $0.openURL = OpenURLEffect { url in
        opened.withValue { $0.append(url) }
        return true
      }
    } operation: {
      @Dependency(\.openURL) var openURL
      #expect(await openURL(url))
    }
    #expect(opened.value == [url])
    await withKnownIssue {
      @Dependency(\.openURL) var openURL
      #expect(await openURL(url) == false)
    }
  }

  @Test("A failed assertion is an issue in a test, and a true one is nothing")
  func assertions() {
    @Dependency(\.assert) var assert
    @Dependency(\.assertionFailure) var assertionFailure
    @Dependency(\.precondition) var precondition
    let messages = issues {
      assert(1 + 1 == 2, "true")
      assert(1 + 1 == 3, "assert")
      precondition(1 + 1 == 2, "true")
      precondition(1 + 1 == 3, "precondition")
      assertionFailure("failure")
    }
    #expect(messages == ["assert", "precondition", "failure"])
  }

  @Test("A failed precondition stops the program when live")
  func livePrecondition() async {
    await #expect(processExitsWith: .failure) {
      _ = issues {
        withDependencies {
          $0.context = .live
        } operation: {
          @Dependency(\.precondition) var precondition
          precondition(1 + 1 == 3, "precondition")
        }
      }
    }
  }
}
