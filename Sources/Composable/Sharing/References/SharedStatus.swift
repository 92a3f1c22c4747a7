/// What is known of the loading and saving of a shared value.
struct SharedStatus {
  var loads = 0
  var sourceIsLoading = false
  var loadError: (any Error)?
  var saveError: (any Error)?

  var isLoading: Bool { loads > 0 || sourceIsLoading }

  enum Part: Hashable {
    case isLoading
    case loadError
    case saveError
  }
}
