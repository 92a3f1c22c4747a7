import FileStorage
import Foundation
import Sharing
import Synchronization

/// Whether no folder can be synced, as on a disk that fails.
private let failsToSyncFolders = Atomic(false)

/// Stands before the system's function of this name, for all of this program.
@_cdecl("fsync")
public func syncOrFail(_ number: Int32) -> Int32 {
  var status = stat()
  let isFolder = fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  if isFolder, failsToSyncFolders.load(ordering: .relaxed) {
    errno = EIO
    return -1
  }
  typealias Sync = @convention(c) (Int32) -> Int32
  // The next of this name, in the order in which the program's libraries are searched.
  guard let next = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "fsync")
  else {
    errno = ENOSYS
    return -1
  }
  return unsafeBitCast(next, to: Sync.self)(number)
}

/// Writes that replace a file, and cannot make sure that it stays replaced.
enum FailingSync {
  static func run(_ file: URL) async throws {
    let store = FileUserDefaults(url: file.appendingPathExtension("plist"), storage: .fileSystem)
    @Shared(.fileStorage(file)) var text = ""
    @Shared(.appStorage("text", store: store)) var setting = ""
    for (value, fails) in [("one", false), ("two", true), ("three", false)] {
      failsToSyncFolders.store(fails, ordering: .relaxed)
      for shared in [$text, $setting] {
        shared.withLock { $0 = value }
        try? await shared.save()
        try SharingFaults.say(shared.saveError?.localizedDescription ?? "saved")
      }
    }
    failsToSyncFolders.store(true, ordering: .relaxed)
    do {
      try FileStorage.fileSystem.write(Data(), to: file)
    } catch {
      let stamp = try FileStorage.fileSystem.stamp(of: file)
      try SharingFaults.say(error.written == stamp ? "told" : "not told")
    }
  }
}
