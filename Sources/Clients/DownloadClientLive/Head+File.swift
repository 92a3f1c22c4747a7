import Foundation
import LibCurl

extension CurlTransfer.Head {
  var byteCount: Int64? { self["Content-Length"].flatMap { Int64($0) } }

  var date: Date? { self["Last-Modified"].flatMap { Date(httpText: $0) } }

  /// The response is a page or a playlist, which only refers to audio.
  var isWebPage: Bool {
    let type = self["Content-Type"]?.lowercased() ?? ""
    return ["html", "mpegurl", "dash+xml"].contains { type.contains($0) }
  }

  var fileName: String {
    let names = [namedFile, URL(string: url)?.lastPathComponent]
    return names.lazy.compactMap { $0.flatMap(Self.safeFileName) }.first ?? "download"
  }

  private subscript(name: String) -> String? {
    fields.last { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
  }

  /// RFC 6266: `filename*` has any characters, `filename` is for older clients.
  private var namedFile: String? {
    guard let text = self["Content-Disposition"]
    else { return nil }
    if let match = text.firstMatch(of: /(?i)filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/) {
      return String(match.1).removingPercentEncoding
    }
    return text.firstMatch(of: /(?i)filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/)
      .map { String($0.1 ?? $0.2 ?? "") }
  }

  private static let longestName = 200

  private static func safeFileName(_ name: String) -> String? {
    // Some servers send a whole path.
    let last = name.split { "/\\".contains($0) }.last ?? ""
    let visible = last.unicodeScalars.filter { $0.properties.generalCategory != .control }
    var safe = String(String.UnicodeScalarView(visible)).drop { ". ".contains($0) }
    while safe.utf8.count > longestName { safe.removeFirst() }
    return safe.isEmpty ? nil : String(safe)
  }
}
