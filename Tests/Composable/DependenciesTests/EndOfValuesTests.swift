import ConcurrencyExtras
import Dependencies
import Testing

@Suite(.serialized)
struct EndOfValuesTests {
  @Test(
    "A dependency may use 'withDependencies' when it ends together with the last model it served")
  func endsInWithDependencies() {
    let ends = LockIsolated(0)
    // Enough of them that the table of models is swept several times.
    for _ in 0..<500 {
      withDependencies {
        $0[Ending.self] = Ending {
          _ = withDependencies {
            $0.uuid = .incrementing
          } operation: {
            ends.withValue { $0 += 1 }
            return Model()
          }
        }
      } operation: {
        Model()
      }
    }
    #expect(ends.value > 300)
  }
}

private final class Model {}

private final class Ending: TestDependencyKey, Sendable {
  static var testValue: Ending { Ending {} }

  let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}
