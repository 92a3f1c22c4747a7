import Csndfile
import Glibc
import POSIX

/// A part of a file for libsndfile, which always closes the descriptor of one that it can't parse.
final class FileView {
  private let descriptor: Descriptor
  private var offset = 0
  private let range: Range<Int>

  init(_ descriptor: borrowing Descriptor, _ range: Range<Int>) throws(SystemError) {
    self.descriptor = try descriptor.duplicate()
    self.range = range
  }

  static let calls = SF_VIRTUAL_IO(
    get_filelen: { FileView.at($0).map { sf_count_t($0.range.count) } ?? -1 },
    seek: { FileView.at($2)?.seek($0, from: $1) ?? -1 },
    read: { FileView.at($2)?.read($0, $1) ?? 0 },
    write: { _, _, _ in 0 },
    tell: { FileView.at($0).map { sf_count_t($0.offset) } ?? -1 })

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> FileView? {
    pointer.map { Unmanaged<FileView>.fromOpaque($0).takeUnretainedValue() }
  }

  private func read(_ buffer: UnsafeMutableRawPointer?, _ count: sf_count_t) -> sf_count_t {
    let bytes = UnsafeMutableRawBufferPointer(
      start: buffer, count: max(0, min(Int(count), range.count - offset)))
    let read = try? descriptor.read(into: bytes, at: range.lowerBound + offset)
    offset += read ?? 0
    return sf_count_t(read ?? 0)
  }

  private func seek(_ distance: sf_count_t, from origin: Int32) -> sf_count_t {
    let start =
      switch origin {
      case SEEK_CUR: offset
      case SEEK_END: range.count
      default: 0
      }
    // The distance can come from an untrusted file.
    let (place, isTooFar) = start.addingReportingOverflow(Int(distance))
    guard !isTooFar
    else { return -1 }
    offset = max(0, place)
    return sf_count_t(offset)
  }
}
