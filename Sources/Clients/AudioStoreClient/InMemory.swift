import ConcurrencyExtras
public import Foundation
import SharedModels

extension AudioStoreClient {
  public static func inMemory(
    _ entries: [AudioStoreEntry] = [],
    read: @escaping @Sendable (URL) throws -> [UInt8] = { _ in [] }
  ) -> Self {
    let memory = StoreMemory(entries)
    return Self(
      address: { StoreMemory.address },
      checksum: { name in
        try check(name: name)
        let entry = try memory.get(name).entry
        return StoredAudio(byteCount: entry.byteCount, sha256: entry.sha256 ?? "")
      },
      delete: { names in
        for name in names { memory.remove(name) }
        return [:]
      },
      downloadLink: { name, request in
        try check(name: name)
        return memory.link(to: name, lifetime: request.lifetime)
      },
      entry: { name in
        try check(name: name)
        return try? memory.get(name).entry
      },
      get: { name, range in
        try check(name: name)
        let (entry, bytes) = try memory.get(name)
        let range = (range ?? 0..<entry.byteCount).clamped(to: 0..<Int64(bytes.count))
        return AudioStoreReading(
          entry, range: range,
          bytes: AudioStoreBytes(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
      },
      linkOrigin: { StoreMemory.origin },
      list: { AudioStorePages(memory.entries) },
      put: { file, name, stored in
        try check(name: name)
        try memory.put(read(file), as: name, stored)
      },
      removeLeftovers: { _ in 0 },
      uploadLink: { name, stored, lifetime in
        try check(name: name)
        var link = memory.link(to: name, lifetime: lifetime)
        link.headers["x-amz-meta-sha256"] = stored.sha256
        return link
      })
  }
}

private final class StoreMemory: Sendable {
  static let address = "memory:"
  static let origin = "https://store.example"

  private let sounds: LockIsolated<[String: (entry: AudioStoreEntry, bytes: [UInt8])]>

  init(_ entries: [AudioStoreEntry]) {
    sounds = LockIsolated(
      Dictionary(entries.map { ($0.name, ($0, [])) }, uniquingKeysWith: { first, _ in first }))
  }

  var entries: [AudioStoreEntry] {
    sounds.withLock { $0.values.map(\.entry).sorted { $0.name < $1.name } }
  }

  func get(_ name: String) throws(AudioStoreError) -> (entry: AudioStoreEntry, bytes: [UInt8]) {
    guard let sound = sounds.withLock({ $0[name] })
    else { throw .missing(name: name) }
    return sound
  }

  func put(_ bytes: [UInt8], as name: String, _ stored: StoredAudio) throws {
    try sounds.withLock { sounds in
      let entry = AudioStoreEntry(
        name: name, byteCount: stored.byteCount, sha256: stored.sha256)
      guard sounds[name]?.entry.sha256 ?? stored.sha256 == stored.sha256
      else { throw AudioStoreError.exists(name: name) }
      sounds[name] = (entry, bytes)
    }
  }

  func remove(_ name: String) { sounds.withLock { _ = $0.removeValue(forKey: name) } }

  func link(to name: String, lifetime: Duration) -> AudioStoreLink {
    let path =
      name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", ".", "_"]))
      ?? ""
    return AudioStoreLink(
      url: "\(Self.origin)/\(path)",
      expiresAt: Date(timeIntervalSince1970: lifetime / .seconds(1)))
  }
}
