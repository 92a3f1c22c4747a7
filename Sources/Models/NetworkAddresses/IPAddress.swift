import Glibc

public struct IPAddress: Hashable, Sendable {
  /// 16 bytes. IPv4 addresses are stored as IPv4-mapped IPv6 addresses.
  let bytes: [UInt8]

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

  var isVersion4: Bool { bytes.starts(with: Self.prefixOfVersion4) }

  public var isLoopback: Bool {
    isVersion4
      ? bytes[12] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// `true` for machines on the internet: not this machine, private networks, links, or groups.
  public var isPublic: Bool {
    isVersion4
      ? !Self.reserved.contains { $0.contains(self) }
      : Self.unicast.contains { $0.contains(self) } && !Self.tunnels.contains { $0.contains(self) }
  }

  private static let reserved = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3",
  ].compactMap(IPNetwork.init)

  private static let unicast = ["2000::/3"].compactMap(IPNetwork.init)

  /// Teredo and 6to4, whose addresses contain one of IPv4.
  private static let tunnels = ["2001::/32", "2002::/16"].compactMap(IPNetwork.init)

  /// The address itself for IPv4, its /64 for IPv6, since one machine can use a whole /64.
  public var network: Self {
    isVersion4 ? self : Self(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8))
  }

  static let prefixOfVersion4 = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
}

extension IPAddress: CustomStringConvertible {
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

public struct IPNetwork: Hashable, Sendable {
  private let address: IPAddress
  private let length: Int

  /// Parses `192.0.2.1`, `172.16.0.0/12` or `fd00::/8`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress($0) })
    else { return nil }
    // An IPv4-mapped address has an IPv6 prefix length.
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

extension String {
  /// `true` for a URL's host that may be on the internet. A name's addresses may still be private.
  public var isPublicHost: Bool {
    let host = (hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self)
      .lowercased()
    if let address = IPAddress(host) { return address.isPublic }
    let labels = host.split(separator: ".")
    // No top-level domain begins with a digit, but other notations of addresses do.
    guard labels.count > 1, let last = labels.last, last.first?.isLetter == true
    else { return false }
    return !["home", "internal", "lan", "local", "localdomain", "localhost"].contains(last)
  }

  /// `true` for a URL's host that is this machine: `localhost`, or a loopback address.
  public var isLoopbackHost: Bool {
    let host = hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    return host.lowercased() == "localhost" || IPAddress(host)?.isLoopback == true
  }
}
