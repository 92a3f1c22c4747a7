/// What is known of the loading and saving of a shared value.
struct SharedStatus {
  var loads = 0
  var sourceIsLoading = false
  var loadError: (any Error)?
  var saveError: (any Error)?

  var isLoading: Bool { loads > 0 || sourceIsLoading }

  /// Whether a part is not known to be the same as before. Errors cannot be compared.
  func mayDiffer(from other: Self, in part: Part) -> Bool {
    switch part {
    case .isLoading: isLoading != other.isLoading
    case .loadError: loadError != nil || other.loadError != nil
    case .saveError: saveError != nil || other.saveError != nil
    }
  }

  enum Part: CaseIterable, Hashable {
    case isLoading
    case loadError
    case saveError
  }
}
