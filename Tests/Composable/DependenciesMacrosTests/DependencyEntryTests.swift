import ConcurrencyExtras
import Dependencies
import DependenciesMacros
import Foundation
import Testing

@Suite("@DependencyEntry")
struct DependencyEntryTests {
  @Test("DEP-08 the value of the property is the test value, and the preview value")
  func testValue() {
    @Dependency(\.retries) var retries
    #expect(retries == 3)
    withDependencies {
      $0.retries = 9
    } operation: {
      #expect(retries == 9)
    }
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(retries == 3)
    }
  }

  @Test("DEP-08 a live program that reads an entry without a live value reports an issue")
  func missingLiveValue() {
    @Dependency(\.retries) var retries
    withDependencies {
      $0.context = .live
    } operation: {
      withExpectedIssue { #expect(retries == 3) }
    }
  }

  @Test("DEP-08 live and preview values may be given, also with an inferred type")
  func others() {
    @Dependency(\.attempts) var attempts
    @Dependency(\.day) var day
    @Dependency(\.title) var title
    @Dependency(\.shape) var shape
    #expect(attempts == 1)
    #expect(title == "test")
    #expect(day == Date(timeIntervalSince1970: 0))
    #expect(shape is Square)
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(attempts == 3)
      #expect(title == "live")
      #expect(day == Date(timeIntervalSince1970: 1))
      #expect(shape is Circle)
    }
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(attempts == 3)
      #expect(title == "preview")
      #expect(day == Date(timeIntervalSince1970: 2))
      #expect(shape is Square)
    }
  }

  @Test("DEP-08 without a value of the property, a test that reads the live value fails")
  func liveValueOnly() {
    @Dependency(\.limit) var limit
    @Dependency(\.hint) var hint
    var read: (limit: Int, hint: String?) = (0, nil)
    withKnownIssue {
      read.limit = limit
    } matching: { issue in
      issue.description.contains("limit")
    }
    withExpectedIssue { read.hint = hint }
    #expect(read.limit == 5)
    #expect(read.hint == "live")
    withDependencies {
      $0.limit = 6
    } operation: {
      #expect(limit == 6)
    }
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(limit == 5)
    }
  }

  @Test("DEP-08 a key with a name gets its live value elsewhere")
  func named() {
    @Dependency(\.speed) var speed
    #expect(speed == 1)
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(speed == 2)
    }
    #expect(DependencyValues.SpeedKey.testValue == 1)
  }

  @Test("DEP-08 a value with a written type is created for one test")
  func oneTest() {
    @Dependency(\.counter) var counter
    counter.withValue { $0 += 1 }
    #expect(counter.value == 1)
  }

  @Test("DEP-08 … and again for another")
  func anotherTest() {
    oneTest()
  }

  @Test("DEP-08 an optional needs no value, and a type may be its own key")
  func withoutValue() {
    @Dependency(\.note) var note
    @Dependency(\.ownKey) var ownKey
    #expect(note == nil)
    #expect(ownKey.number == 4)
  }
}

private protocol Shape: Sendable {}
private struct Circle: Shape {}
private struct Square: Shape {}

private struct OwnKey: TestDependencyKey {
  var number = 0
  static let testValue = Self(number: 4)
}

extension DependencyValues {
  @DependencyEntry fileprivate var retries = 3
  @DependencyEntry(liveValue: 3) fileprivate var attempts: Int = 1
  @DependencyEntry(liveValue: "live", previewValue: "preview") fileprivate var title = "test"
  @DependencyEntry(
    liveValue: Date(timeIntervalSince1970: 1), previewValue: Date(timeIntervalSince1970: 2)
  )
  fileprivate var day = Date(timeIntervalSince1970: 0)
  @DependencyEntry(liveValue: Circle(), previewValue: Square())
  fileprivate var shape: any Shape = Square()
  @DependencyEntry("SpeedKey") fileprivate var speed: Double = 1
  @DependencyEntry fileprivate var counter: LockIsolated<Int> = LockIsolated(0)
  @DependencyEntry(liveValue: "live") fileprivate var hint: String?
  @DependencyEntry(liveValue: 5) fileprivate var limit: Int
  @DependencyEntry fileprivate var note: String?
  @DependencyEntry fileprivate var ownKey: OwnKey
}

extension DependencyValues.SpeedKey: DependencyKey {
  fileprivate static var liveValue: Double { 2 }
}
