extension Reference {
  var isLoading: Bool { core.status(.isLoading).isLoading }
  var loadError: (any Error)? { core.status(.loadError).loadError }
  var saveError: (any Error)? { core.status(.saveError).saveError }

  func load() async throws {
    try await core.load()
  }

  func save() async throws {
    try await core.save()
  }
}

extension ReferenceCore {
  /// The loading and saving status, whose part is observed.
  fileprivate func status(_ part: SharedStatus.Part) -> SharedStatus {
    noteRead { [StatusProjection(part)] }
    return status
  }
}
