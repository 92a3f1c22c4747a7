import Foundation
import POSIX

/// Whether a process of this machine has a file open to write to it.
///
/// Linux grants a lease for reading only while nobody does. It is given back at once: who begins to
/// write in between waits for that moment.
func isOpenForWriting(_ path: String) -> Bool {
  guard let file = try? Descriptor(path, O_RDONLY | O_NONBLOCK)
  else { return false }
  // As Linux defines them, which Swift's view of the C library lacks.
  let (setSignal, setLease) = (Int32(10), Int32(1024))
  // Who begins to write has a signal sent to us, which would otherwise be one that ends a process.
  guard fcntl(file.number, setSignal, SIGURG) == 0
  else { return false }
  guard fcntl(file.number, setLease, Int32(F_RDLCK)) != 0
  else {
    _ = fcntl(file.number, setLease, Int32(F_UNLCK))
    return false
  }
  return errno == EAGAIN
}
