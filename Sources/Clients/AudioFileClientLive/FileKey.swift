/// Identifies a file's content for a program; the same as long as the file is unchanged.
struct FileKey: Hashable {
  private let device: UInt
  private let inode: UInt
  private let byteCount: Int
  private let seconds: Int
  private let nanoseconds: Int
  private let program: String

  init(_ file: borrowing InputFile, _ program: String) {
    let status = file.status
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    byteCount = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    self.program = program
  }
}
