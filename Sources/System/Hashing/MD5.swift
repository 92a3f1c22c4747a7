import Cnettle

/// A running MD5. Not secure: only for protocols that use it as a checksum.
public struct MD5: ~Copyable {
  private var context = md5_ctx()

  public init() { nettle_md5_init(&context) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress
    else { return }
    nettle_md5_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
  }

  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
    nettle_md5_digest(&context, digest.count, &digest)
    return digest
  }
}
