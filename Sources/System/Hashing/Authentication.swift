import Cnettle

/// Returns the HMAC-SHA-256 of a message.
public func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
  var context = hmac_sha256_ctx()
  nettle_hmac_sha256_set_key(&context, key.count, key)
  nettle_hmac_sha256_update(&context, message.count, message)
  var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
  nettle_hmac_sha256_digest(&context, code.count, &code)
  return code
}
