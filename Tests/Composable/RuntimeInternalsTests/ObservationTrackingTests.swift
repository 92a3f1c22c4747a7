import Observation
import RuntimeInternals
import Testing

/// The standard library stores the current observation in a thread-local variable.
struct ObservationTrackingTests {
  @Test("The toolchain detects whether the running code is observed")
  func isReliable() {
    #expect(ObservationTracking.isReliable)
  }

  @Test("It is active only within an observation, at each query")
  func isActive() {
    #expect(!ObservationTracking.isActive)
    withObservationTracking {
      #expect(ObservationTracking.isActive)
      #expect(ObservationTracking.isActive)
      withObservationTracking {
        #expect(ObservationTracking.isActive)
      } onChange: {
      }
    } onChange: {
    }
    #expect(!ObservationTracking.isActive)
  }
}
