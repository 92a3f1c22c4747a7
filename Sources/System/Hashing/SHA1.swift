import Cnettle

/// The SHA-1 of a message, of 20 bytes. It protects from nothing any more: it is for protocols that
/// ask for it where nothing is to be protected.
public func sha1(of message: [UInt8]) -> [UInt8] {
  var context = sha1_ctx()
  nettle_sha1_init(&context)
  nettle_sha1_update(&context, message.count, message)
  var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
  nettle_sha1_digest(&context, digest.count, &digest)
  return digest
}
