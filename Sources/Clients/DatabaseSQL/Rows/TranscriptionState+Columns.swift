package import SharedModels

extension TranscriptionState {
  package var progress: Double? {
    if case .running(let progress) = self { progress } else { nil }
  }

  package var reason: String? {
    if case .failed(let reason) = self { reason } else { nil }
  }
}
