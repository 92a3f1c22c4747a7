import Foundation
import POSIX

/// Returns the transcript's JSON: in the `tsrp` atom of an m4a file (in `trak`/`udta`), or a `data`
/// atom of a qta file (in `trak`/`meta`/`ilst`).
func transcriptAtom(of file: URL) throws -> Data? {
  guard let descriptor = try? Descriptor(file.path, O_RDONLY | O_NONBLOCK),
    let status = try? descriptor.status(), status.st_mode & S_IFMT == S_IFREG
  else { return nil }
  var search = AtomSearch(atomsLeft: 100_000)
  return try search.json(in: descriptor, 0..<Int(status.st_size), inside: "", depth: 0)
}

/// Files are untrusted: sizes are checked and the search is limited.
private struct AtomSearch {
  var atomsLeft: Int

  private static let containers: Set = ["ilst", "meta", "moov", "trak", "udta"]
  private static let depthLimit = 8
  private static let byteLimit = 1 << 26

  mutating func json(
    in file: borrowing Descriptor, _ range: Range<Int>, inside parent: String, depth: Int
  ) throws -> Data? {
    var position = range.lowerBound
    while position + 8 <= range.upperBound, atomsLeft > 0 {
      atomsLeft -= 1
      let header = try file.read(upTo: 16, at: position)
      guard header.count >= 8
      else { return nil }
      let type = String(decoding: header[4..<8], as: UTF8.self)
      var start = position + 8
      var size = number(header[0..<4])
      if size == 0 { size = range.upperBound - position }
      if size == 1, header.count == 16 {
        size = number(header[8..<16])
        start += 8
      }
      guard size >= start - position, size <= range.upperBound - position
      else { return nil }
      let content = start..<position + size
      position += size
      if let found = try found(in: file, content, type: type, parent: parent, depth: depth) {
        return found
      }
    }
    return nil
  }

  private mutating func found(
    in file: borrowing Descriptor, _ content: Range<Int>, type: String, parent: String, depth: Int
  ) throws -> Data? {
    if type == "tsrp" || type == "data" { return try object(in: file, content) }
    guard Self.containers.contains(type) || parent == "ilst", depth < Self.depthLimit
    else { return nil }
    var content = content
    if type == "meta", content.count >= 8,
      // MPEG-4 has four bytes before the atoms, QuickTime doesn't.
      try file.read(upTo: 4, at: content.lowerBound + 4) != Array("hdlr".utf8)
    {
      content = content.lowerBound + 4..<content.upperBound
    }
    return try json(in: file, content, inside: type, depth: depth + 1)
  }

  private func object(in file: borrowing Descriptor, _ content: Range<Int>) throws -> Data? {
    guard content.count <= Self.byteLimit
    else { return nil }
    let head = try file.read(upTo: min(16, content.count), at: content.lowerBound)
    guard let brace = head.firstIndex(of: UInt8(ascii: "{"))
    else { return nil }
    return Data(
      try file.read(upTo: content.count - brace, at: content.lowerBound + brace))
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) } & .max
  }
}
