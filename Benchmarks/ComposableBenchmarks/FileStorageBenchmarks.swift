import BenchmarkSupport
import FileStorage
import Foundation
import Synchronization

var fileStorages: Suite {
  var suite = Suite("FileStorage")
  let room = BenchmarkFolder()
  let files = FileStorage.fileSystem
  for (name, size) in [("1 KB", 1_000), ("1 MB", 1_000_000), ("50 MB", 50_000_000)] {
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
    let (ours, byHand, replaced) = (
      room.file("ours \(name)"), room.file("by hand \(name)"), room.file("replaced \(name)")
    )
    suite.compare("write \(name)", to: "open, write, fsync in place") {
      for _ in 0..<$0 { writeByHand(data, to: byHand, folder: nil) }
    } subject: {
      for _ in 0..<$0 { blackHole(try? files.write(data, to: ours)) }
    }
    suite.compare("write \(name)", aim: .atMost(times: 1.2), to: "and rename, fsync of the folder")
    {
      for _ in 0..<$0 { writeByHand(data, to: replaced, folder: room.folder.path) }
    } subject: {
      for _ in 0..<$0 { blackHole(try? files.write(data, to: ours)) }
    }
    suite.compare("read \(name)", aim: .atMost(times: 1.2), to: "Data(contentsOf:)") {
      for _ in 0..<$0 { blackHole(try? Data(contentsOf: ours)) }
    } subject: {
      for _ in 0..<$0 { blackHole(try? files.read(ours)) }
    }
  }
  let mutex = Mutex(0)
  suite.compare("withLock(on:), uncontended", to: "Mutex.withLock") {
    for _ in 0..<$0 { mutex.withLock { $0 &+= 1 } }
  } subject: {
    for _ in 0..<$0 { try? files.withLock(on: room.file("locked")) { blackHole(0) } }
  }
  let (changed, notified) = (room.file("changed"), DispatchSemaphore(value: 0))
  let subscription = try? files.subscribe(to: changed) { _ in notified.signal() }
  suite.compare("write 1 KB until its watcher is notified", to: "write 1 KB") {
    for _ in 0..<$0 { blackHole(try? files.write(Data(count: 1_000), to: room.file("unwatched"))) }
  } subject: {
    for _ in 0..<$0 {
      blackHole(try? files.write(Data(count: 1_000), to: changed))
      notified.wait()
    }
    blackHole(subscription)
  }
  return suite
}

/// A temporary folder, removed when released.
final class BenchmarkFolder: Sendable {
  let folder = FileManager.default.temporaryDirectory
    .appending(component: "file-storage-benchmark-\(UUID().uuidString)")

  init() {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func file(_ name: String) -> URL { folder.appending(component: name) }
}

/// The code without `FileStorage`: overwrites the file or, with a folder, replaces it.
func writeByHand(_ data: Data, to url: URL, folder: String?) {
  let path = folder == nil ? url.path : "\(url.path).new"
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  data.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
  fsync(file)
  close(file)
  guard let folder else { return }
  rename(path, url.path)
  let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  fsync(descriptor)
  close(descriptor)
}
