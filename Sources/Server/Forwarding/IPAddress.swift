import Glibc

/// An address of the internet protocol, in either version.
public struct IPAddress: Hashable, Sendable {
  /// Sixteen bytes: of version 4, the last four of an address that stands for it in version 6.
  let bytes: [UInt8]

  /// - Parameter text: In digits, as in `192.0.2.1`, `2001:db8::1` or `::ffff:192.0.2.1`.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = Self.prefixOfVersion4 + withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      bytes = withUnsafeBytes(of: six) { Array($0) }
    } else {
      return nil
    }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether it is of version 4, however it was written.
  var isVersion4: Bool { bytes.starts(with: Self.prefixOfVersion4) }

  /// Whether only programs of this machine have it.
  public var isLoopback: Bool {
    isVersion4
      ? bytes[12] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// What all addresses of one customer of a network share: the whole of version 4, and the first 64
  /// bits of version 6, of which one machine has as many as it likes.
  public var network: Self {
    isVersion4 ? self : Self(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8))
  }

  static let prefixOfVersion4 = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
}

extension IPAddress: CustomStringConvertible {
  /// In digits.
  public var description: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let isVersion4 = isVersion4
    let address = isVersion4 ? Array(bytes.suffix(4)) : bytes
    guard
      inet_ntop(isVersion4 ? AF_INET : AF_INET6, address, &buffer, socklen_t(buffer.count)) != nil
    else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The addresses of a network, or one address.
public struct IPNetwork: Hashable, Sendable {
  private let address: IPAddress
  /// How many of its bits all addresses share.
  private let length: Int

  /// - Parameter text: As in `192.0.2.1`, `172.16.0.0/12` or `fd00::/8`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress($0) })
    else { return nil }
    // An address of version 4 that is written as one of version 6 has a length of that one.
    let offset = address.isVersion4 && !text.contains(":") ? 96 : 0
    var length = 128
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let given = Int(parts[1]), (0...128 - offset).contains(given)
      else { return nil }
      length = given + offset
    }
    self.address = address
    self.length = length
  }

  public func contains(_ other: IPAddress) -> Bool {
    let whole = length / 8
    guard address.bytes.prefix(whole) == other.bytes.prefix(whole)
    else { return false }
    let rest = length % 8
    return rest == 0 || (address.bytes[whole] ^ other.bytes[whole]) >> (8 - rest) == 0
  }
}
