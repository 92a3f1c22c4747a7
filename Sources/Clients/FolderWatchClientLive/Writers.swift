import Foundation
import POSIX

/// Linux grants a read lease only if no process has the file open for writing. Released at once.
func isOpenForWriting(_ path: String) -> Bool {
  guard let file = try? Descriptor(path, O_RDONLY | O_NONBLOCK)
  else { return false }
  // `F_SETSIG` and `F_SETLEASE`, which Swift's C library lacks.
  let (setSignal, setLease) = (Int32(10), Int32(1024))
  // The default signal to a lease holder, sent when a writer opens the file, ends the process.
  guard fcntl(file.number, setSignal, SIGURG) == 0
  else { return false }
  guard fcntl(file.number, setLease, Int32(F_RDLCK)) != 0
  else {
    _ = fcntl(file.number, setLease, Int32(F_UNLCK))
    return false
  }
  return errno == EAGAIN
}
