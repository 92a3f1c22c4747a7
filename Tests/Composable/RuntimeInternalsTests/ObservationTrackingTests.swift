import Observation
import RuntimeInternals
import Testing

/// That the standard library keeps what is being observed in a variable of each thread.
struct ObservationTrackingTests {
  @Test("The toolchain tells whether the code that runs is being observed")
  func isReliable() {
    #expect(ObservationTracking.isReliable)
  }

  @Test("It is active within an observation only, each time it is asked")
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
