import Ccurl
import Foundation

final class TransferState {
  private let allowsAddress: (@Sendable (String) -> Bool)?
  private let body: CurlTransfer.Body
  private(set) var error: (any Error)?
  private let followsRedirects: Bool
  private(set) var hasEnough = false
  private var head = CurlTransfer.Head()
  let isCancelled: () -> Bool
  private let onBytes: ([UInt8]) -> Bool
  private let onHead: (CurlTransfer.Head) -> Void
  private(set) var refusedAddress: String?
  private var rest: ArraySlice<UInt8> = []
  private var url: String

  init(
    url: String, body: CurlTransfer.Body, followsRedirects: Bool,
    allowsAddress: (@Sendable (String) -> Bool)?, isCancelled: @escaping () -> Bool,
    onBytes: @escaping ([UInt8]) -> Bool, onHead: @escaping (CurlTransfer.Head) -> Void
  ) {
    self.allowsAddress = allowsAddress
    self.body = body
    self.followsRedirects = followsRedirects
    self.isCancelled = isCancelled
    self.onBytes = onBytes
    self.onHead = onHead
    self.url = url
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    hasEnough = !onBytes(Array(bytes))
    return !hasEnough
  }

  func receiveHeader(_ bytes: UnsafeRawBufferPointer) {
    let line = String(decoding: bytes, as: UTF8.self)
      .prefix { !$0.isNewline }
    if line.isEmpty {
      if let next = redirect {
        url = next
      } else if head.status >= 200 {
        onHead(head)
      }
    } else if line.hasPrefix("HTTP/") {
      let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      head = CurlTransfer.Head(status: status ?? 0, url: url)
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...]
      head.fields.append((String(line[..<colon]), String(value.drop { $0 == " " || $0 == "\t" })))
    }
  }

  private var redirect: String? {
    guard followsRedirects, (300..<400).contains(head.status),
      let location = head.fields.last(where: { $0.name.lowercased() == "location" })?.value,
      !location.isEmpty
    else { return nil }
    return URL(string: location, relativeTo: URL(string: url))?.absoluteString ?? location
  }

  /// Returns the number of bytes written to the buffer, or `nil` to abort.
  func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard case .stream(_, let next) = body
    else { return 0 }
    do {
      if rest.isEmpty { rest = try next()?[...] ?? [] }
    } catch {
      self.error = error
      return nil
    }
    let piece = rest.prefix(buffer.count)
    buffer.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}

extension TransferState {
  /// Returns a socket for an address, or `CURL_SOCKET_BAD`.
  fileprivate func openSocket(for address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    let name = Self.text(of: address)
    guard let name, allowsAddress?(name) != false
    else {
      refusedAddress = name ?? "of an unknown kind"
      return -1
    }
    let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    return socket(address.pointee.family, kind, address.pointee.protocol)
  }

  /// The numeric address, which in memory may be longer than a `sockaddr`.
  private static func text(of address: UnsafeMutablePointer<curl_sockaddr>) -> String? {
    guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr)
    else { return nil }
    let bytes = UnsafeRawPointer(address) + offset
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = getnameinfo(
      bytes.assumingMemoryBound(to: sockaddr.self), address.pointee.addrlen, &buffer,
      socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
    guard code == 0
    else { return nil }
    // Without the zone of a link-local address.
    let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: text.prefix { $0 != UInt8(ascii: "%") }, as: UTF8.self)
  }

  fileprivate static func of(_ pointer: UnsafeMutableRawPointer?) -> TransferState? {
    pointer.map { Unmanaged<TransferState>.fromOpaque($0).takeUnretainedValue() }
  }
}

let writeCallback:
  @convention(c) (UnsafeMutableRawPointer?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    let all = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return TransferState.of(context)?.receiveBody(all) == true ? size * count : 0
  }

let headerCallback:
  @convention(c) (UnsafeMutableRawPointer?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    TransferState.of(context)?.receiveHeader(
      UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
  }

let readCallback:
  @convention(c) (UnsafeMutableRawPointer?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    // CURL_READFUNC_ABORT, which Swift does not import.
    return TransferState.of(context)?.readBody(into: buffer) ?? 0x1000_0000
  }

let progressCallback:
  @convention(c) (UnsafeMutableRawPointer?, Int64, Int64, Int64, Int64) -> Int32 = {
    context, _, _, _, _ in
    TransferState.of(context)?.isCancelled() == true ? 1 : 0
  }

let openCallback:
  @convention(c) (
    UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?
  ) -> curl_socket_t = { context, _, address in
    guard let address, let state = TransferState.of(context)
    else { return -1 }
    return state.openSocket(for: address)
  }
