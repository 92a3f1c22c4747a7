import Cz
public import HTTPMessages

/// Returns the bytes in the gzip format (RFC 1952); `nil` without memory, or above 4 GiB.
public func gzip(_ bytes: [UInt8]) -> [UInt8]? {
  guard let count = UInt32(exactly: bytes.count)
  else { return nil }
  var stream = z_stream()
  // 16 more for gzip's header.
  let windowBits: Int32 = 15 + 16
  guard
    deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { return nil }
  defer { deflateEnd(&stream) }
  let capacity = Int(deflateBound(&stream, UInt(count)))
  var isComplete = false
  let compressed = bytes.withUnsafeBufferPointer { input in
    [UInt8](unsafeUninitializedCapacity: capacity) { output, outputCount in
      stream.next_in = input.baseAddress
      stream.avail_in = count
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(clamping: capacity)
      isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
      outputCount = Int(stream.total_out)
    }
  }
  return isComplete ? compressed : nil
}

extension HTTPRequest {
  public var acceptsGzip: Bool {
    for item in headers.list(of: "Accept-Encoding") {
      let parts = item.lowercased().filter { $0 != " " }.split(separator: ";")
      guard parts.first == "gzip"
      else { continue }
      return parts.dropFirst().allSatisfy { part in
        !part.hasPrefix("q=") || Double(part.dropFirst(2)) ?? 0 > 0
      }
    }
    return false
  }
}
