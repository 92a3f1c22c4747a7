import Cexpat

struct S3Document: Equatable, Sendable {
  let name: String
  fileprivate(set) var children: [S3Document] = []
  fileprivate(set) var text = ""

  init?(_ bytes: [UInt8]) {
    // Some services send spaces while a client waits, even before the XML declaration.
    let bytes = Array(bytes.drop { [9, 10, 13, 32].contains($0) })
    guard let root = S3DocumentReader()?.root(of: bytes)
    else { return nil }
    self = root
  }

  fileprivate init(name: String) { self.name = name }

  subscript(name: String) -> String? { children.first { $0.name == name }?.text }

  func all(_ name: String) -> [S3Document] { children.filter { $0.name == name } }
}

/// Input is untrusted: a DTD, which could define entities that expand, and deep nesting are errors.
private final class S3DocumentReader {
  private var open = [S3Document(name: "")]
  private let parser: XML_Parser

  private static let depthLimit = 16

  init?() {
    guard let parser = XML_ParserCreate("UTF-8")
    else { return nil }
    self.parser = parser
  }

  deinit { XML_ParserFree(parser) }

  func root(of bytes: [UInt8]) -> S3Document? {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { reader, name, _ in S3DocumentReader.at(reader)?.begin(name) },
      { reader, _ in S3DocumentReader.at(reader)?.end() })
    XML_SetCharacterDataHandler(parser) { reader, text, count in
      S3DocumentReader.at(reader)?.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
    }
    XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
      S3DocumentReader.at(reader)?.stop()
    }
    let status = XML_Parse(parser, bytes, Int32(bytes.count), 1)
    return status == XML_STATUS_OK ? open[0].children.first : nil
  }

  private static func at(_ reader: UnsafeMutableRawPointer?) -> S3DocumentReader? {
    reader.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func begin(_ name: UnsafePointer<CChar>?) {
    let name = name.map { String(cString: $0) } ?? ""
    // After a stop, an empty element still ends, so it has to begin.
    open.append(S3Document(name: name.split(separator: ":").last.map(String.init) ?? name))
    if open.count > Self.depthLimit + 1 { stop() }
  }

  private func end() {
    let element = open.removeLast()
    open[open.count - 1].children.append(element)
  }

  private func add(_ text: UnsafeRawBufferPointer) {
    open[open.count - 1].text += String(decoding: text, as: UTF8.self)
  }

  private func stop() { XML_StopParser(parser, 0) }
}
