import ConcurrencyExtras
import Dependencies
import Dispatch
import IssueReporting
import Testing

@Suite struct EscapedDependenciesTests {
  @Test("Escaped dependencies apply where they are yielded")
  func yield() async {
    let text = await withDependencies {
      $0.greeting.text = "escaped"
    } operation: {
      await withCheckedContinuation { continuation in
        withEscapedDependencies { dependencies in
          DispatchQueue.global().async {
            dependencies.yield {
              @Dependency(\.greeting) var greeting
              continuation.resume(returning: greeting.text)
            }
          }
        }
      }
    }
    #expect(text == "escaped")
  }

  @Test("Escaped dependencies are put in force in a detached task")
  func yieldAsync() async {
    let task = withDependencies {
      $0.greeting.text = "escaped"
    } operation: {
      withEscapedDependencies { dependencies in
        Task.detached {
          await dependencies.yield {
            @Dependency(\.greeting) var greeting
            await Task.yield()
            return greeting.text
          }
        }
      }
    }
    #expect(await task.value == "escaped")
  }

  @Test("Escaped dependencies take the default values of the test along")
  func yieldDefaults() async {
    @Dependency(\.session) var session
    let escaped = await withEscapedDependencies { dependencies in
      await Task.detached {
        dependencies.yield {
          @Dependency(\.session) var session
          return session
        }
      }
      .value
    }
    #expect(escaped === session)
  }

  @Test("A property made in a test has the test's default values in a detached task")
  func detachedTask() async {
    struct Feature: Sendable {
      @Dependency(\.session) var session
    }
    let feature = Feature()
    let detached = await Task.detached { feature.session }.value
    #expect(detached === feature.session)
  }

  @Test("A dependency read outside of a known test is reported with a fix")
  func unknownTest() async throws {
    let messages = LockIsolated<[String]>([])
    await Task.detached {
      withIssueReporters([MessageReporter(messages)]) {
        @Dependency(\.greeting) var greeting
        #expect(greeting.text == "test")
      }
    }
    .value
    try #require(messages.value.count == 1)
    #expect(
      messages.value[0].hasPrefix("@Dependency(\\.greeting) was accessed in a test process, but"))
    #expect(messages.value[0].contains("withEscapedDependencies"))
  }
}
