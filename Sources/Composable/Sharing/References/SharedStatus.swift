/// The loading and saving status of a shared value.
struct SharedStatus {
  var loads = 0
  var sourceIsLoading = false
  var loadError: (any Error)? { didSet { loadErrorNumber += 1 } }
  /// Distinguishes load errors.
  private(set) var loadErrorNumber = 0
  var saveError: (any Error)?
  // Of the loads and saves that have ended, the last started. A load that started earlier and ends
  // later doesn't reflect the current state.
  private var lastLoad = 0
  private var lastSave = 0

  /// Notes the end of a load, and returns whether no later one has ended.
  mutating func endLoad(_ number: Int) -> Bool {
    guard number >= lastLoad
    else { return false }
    lastLoad = number
    return true
  }

  /// Takes the end of a save.
  mutating func endSave(_ number: Int, _ error: (any Error)?) {
    guard number >= lastSave
    else { return }
    lastSave = number
    saveError = error
  }

  /// Notes a save, which clears an earlier load error.
  mutating func endLoadError(_ number: Int) {
    if number == loadErrorNumber, loadError != nil { loadError = nil }
  }

  var isLoading: Bool { loads > 0 || sourceIsLoading }

  /// Whether a part may have changed. Errors cannot be compared.
  func mayDiffer(from other: Self, in part: Part) -> Bool {
    switch part {
    case .isLoading: isLoading != other.isLoading
    case .loadError:
      loadErrorNumber != other.loadErrorNumber && (loadError != nil || other.loadError != nil)
    case .saveError: saveError != nil || other.saveError != nil
    }
  }

  enum Part: CaseIterable, Hashable {
    case isLoading
    case loadError
    case saveError
  }
}
