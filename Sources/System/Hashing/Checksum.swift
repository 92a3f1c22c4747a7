import Cnettle

public struct Checksum: ~Copyable {
  private var context = sha256_ctx()

  public init() { nettle_sha256_init(&context) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress
    else { return }
    nettle_sha256_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
  }

  public consuming func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }

  public consuming func finish() -> String { hexadecimal(digest()) }

  /// The checksum of a text's UTF-8, in hexadecimal.
  public static func of(_ text: String) -> String {
    var checksum = Self()
    Array(text.utf8).withUnsafeBytes { checksum.update($0) }
    return checksum.finish()
  }
}

public func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
