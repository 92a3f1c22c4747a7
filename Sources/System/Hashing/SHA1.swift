import Cnettle

/// A running SHA-1. Not secure: only for protocols that require it.
public struct SHA1: ~Copyable {
  private var context = sha1_ctx()

  public init() { nettle_sha1_init(&context) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress
    else { return }
    nettle_sha1_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
  }

  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
    nettle_sha1_digest(&context, digest.count, &digest)
    return digest
  }
}

public func sha1(of message: [UInt8]) -> [UInt8] {
  var running = SHA1()
  message.withUnsafeBytes { running.update($0) }
  return running.finish()
}
