public import AudioFileClient
import AudioStoreClient
import Dependencies
import Foundation
import POSIX

extension SoundFiles {
  /// How long audio in a store may lack its memo: locks don't show imports of other machines.
  static let importGracePeriod: TimeInterval = 3_600

  public static func stored(
    _ libraries: StoredLibraries, local: SoundFiles, copying audioFile: AudioFileClient
  ) -> Self {
    @Dependency(\.date) var date
    @Sendable func file(_ entry: AudioStoreEntry) -> File {
      let age = entry.modifiedAt.map { date.now.timeIntervalSince($0) } ?? 0
      return File(
        name: entry.name, byteCount: entry.byteCount, modifiedAt: entry.modifiedAt,
        mayBeArriving: age < importGracePeriod)
    }
    return SoundFiles(
      delete: { files in
        var deletions: [URL: Deletion] = [:]
        let groups = Dictionary(grouping: files) { $0.deletingLastPathComponent() }
        for (folder, files) in groups {
          let found =
            if let library = libraries.library(withSoundIn: folder) {
              await library.delete(files)
            } else {
              await local.delete(files)
            }
          deletions.merge(zip(files, found)) { first, _ in first }
        }
        return files.map { deletions[$0] ?? .missing }
      },
      file: { url in
        guard let library = libraries.library(with: url)
        else { return try await local.file(url) }
        return try await library.failing(at: url) {
          try await library.store.entry(name: url.lastPathComponent).map(file)
        }
      },
      files: { folder in
        guard let library = libraries.library(withSoundIn: folder)
        else { return try await local.files(folder) }
        return try await library.failing(at: folder) {
          try await library.store.list().collect().map(file).sorted { $0.name < $1.name }
        }
      },
      free: { url in
        guard let library = libraries.library(with: url)
        else { return local.free(url) }
        library.sounds.remove(named: url.lastPathComponent)
        return .missing
      },
      link: { url, download in
        guard let library = libraries.library(with: url)
        else { return try await local.link(url, download) }
        return try await library.failing(at: url) {
          try await library.store.downloadLink(name: url.lastPathComponent, request: download)
        }
      },
      linkOrigins: { Set(libraries.linkOrigins + local.linkOrigins()).sorted() },
      local: { url in
        guard let library = libraries.library(with: url)
        else { return try await local.local(url) }
        return try await library.sounds.file(for: url)
      },
      move: { source, place in
        let (from, to) = (libraries.library(with: source), libraries.library(with: place))
        guard from != nil || to != nil
        else { return try await local.move(source, place) }
        _ = try await audioFile.copyIn(from: source, to: place)
        if let from {
          _ = await from.delete([source])
        } else {
          _ = await local.delete(source)
        }
      },
      removeLeftovers: { folder, date in
        guard let library = libraries.library(withSoundIn: folder)
        else { return try await local.removeLeftovers(folder, date) }
        try await library.removeLeftovers(before: date)
      },
      uploadLink: { url, stored, lifetime in
        guard let library = libraries.library(with: url)
        else { return try await local.uploadLink(url, stored, lifetime) }
        return try await library.failing(at: url) {
          try await library.store.uploadLink(
            name: url.lastPathComponent, stored: stored, lifetime: lifetime)
        }
      })
  }
}

extension StoredLibrary {
  /// The time for which a client's upload may lack its memo.
  private static let uploadLifetime: TimeInterval = 7 * 86_400

  fileprivate func removeLeftovers(before date: Date) async throws {
    try await failing(at: folder.audio) {
      _ = try await store.removeLeftovers(before: date)
      let limit = date.addingTimeInterval(-Self.uploadLifetime)
      for try await page in store.list() {
        // Hidden files belong to no memo.
        let old = page.filter { $0.name.hasPrefix(".") && $0.modifiedAt ?? limit < limit }
        _ = try await store.delete(names: old.map(\.name))
      }
    }
  }

  fileprivate func delete(_ files: [URL]) async -> [SoundFiles.Deletion] {
    let names = files.map(\.lastPathComponent)
    for name in names { sounds.remove(named: name) }
    do {
      let failures = try await store.delete(names: names)
      return names.map { name in
        failures[name].map { .failed(reason: $0.description) } ?? .deleted
      }
    } catch {
      return names.map { _ in .failed(reason: "\(error)") }
    }
  }
}
