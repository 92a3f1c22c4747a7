import Dependencies
import Styleguide

extension LocalTime {
  init() {
    @Dependency(\.timeZone) var timeZone
    self.init(timeZone: timeZone)
  }
}
