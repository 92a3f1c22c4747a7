import FileStorage
import Foundation
import Sharing
import Synchronization

/// Makes `fsync` fail for folders, as on a failing disk.
private let failsToSyncFolders = Atomic(false)

/// Replaces the system's `fsync` in this program.
@_cdecl("fsync")
public func syncOrFail(_ number: Int32) -> Int32 {
  var status = stat()
  let isFolder = fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  if isFolder, failsToSyncFolders.load(ordering: .relaxed) {
    errno = EIO
    return -1
  }
  typealias Sync = @convention(c) (Int32) -> Int32
  // -1 is RTLD_NEXT, a macro that Swift can't import.
  guard let next = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "fsync")
  else {
    errno = ENOSYS
    return -1
  }
  return unsafeBitCast(next, to: Sync.self)(number)
}

/// Replaces a file in a folder that can't be synced.
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
