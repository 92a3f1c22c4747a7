import Foundation

extension MemoryLibraries {
  var transcribers: [AccessToken] {
    known.withValue { $0.values.sorted { $0.name < $1.name } }
  }

  func add(_ token: AccessToken, sha256: String) -> Bool {
    known.withLock { known in
      guard known[sha256] == nil, !known.values.contains(where: { $0.name == token.name })
      else { return false }
      known[sha256] = token
      return true
    }
  }

  func removeTranscriber(_ name: String) -> Bool {
    known.withLock { known in
      guard let sha256 = known.first(where: { $0.value.name == name })?.key
      else { return false }
      known[sha256] = nil
      return true
    }
  }

  func transcriber(_ sha256: String, usedAt date: Date) -> AccessToken? {
    known.withLock { known in
      if known[sha256]?.shouldRecordUse(at: date) == true { known[sha256]?.lastUsedAt = date }
      return known[sha256]
    }
  }
}
