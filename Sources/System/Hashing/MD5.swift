import Cnettle

/// A running MD5. It protects from nothing any more: it is for protocols in which a server tells by
/// it that nothing was changed on the way.
public struct MD5: ~Copyable {
  private var context = md5_ctx()

  public init() { nettle_md5_init(&context) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress
    else { return }
    nettle_md5_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
  }

  /// The digest, of 16 bytes.
  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
    nettle_md5_digest(&context, digest.count, &digest)
    return digest
  }
}
