import Observation
import RuntimeInternals
import Testing

/// That the standard library keeps what is being observed in a variable of each thread.
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
