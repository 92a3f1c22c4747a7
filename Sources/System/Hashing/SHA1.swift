import Cnettle

/// Returns the SHA-1 of a message. Not secure: only for protocols that require it.
public func sha1(of message: [UInt8]) -> [UInt8] {
  var context = sha1_ctx()
  nettle_sha1_init(&context)
  nettle_sha1_update(&context, message.count, message)
  var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
  nettle_sha1_digest(&context, digest.count, &digest)
  return digest
}
