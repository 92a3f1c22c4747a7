import Ccurl
import Foundation
import Synchronization

/// An HTTP request that blocks its thread. Redirects could lead anywhere: followed only on request.
public final class CurlTransfer: Sendable {
  public enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// Nonempty chunks. `next` returns `nil` at the end; an error ends the transfer.
    case stream(byteCount: Int64?, next: @Sendable () throws -> [UInt8]?)
  }

  /// Timeouts in milliseconds.
  public struct Limits: Sendable {
    public var connectTimeout = 10_000
    public var totalTimeout: Int?
    public var idleTimeout = 120_000
    /// The most redirects to follow, to `http` and `https` addresses only.
    public var redirects = 0
    /// Decides about each numeric address before a connection to it; `nil` allows all.
    public var allowsAddress: (@Sendable (_ address: String) -> Bool)?

    public init() {}
  }

  public struct Head: Sendable {
    public var fields: [(name: String, value: String)] = []
    public var status = 0
    /// The address after redirects.
    public var url = ""

    public var isSuccess: Bool { (200..<300).contains(status) }
  }

  /// For AWS Signature Version 4. libcurl signs all headers and the URL. Sort its query by name.
  public struct Signature: Sendable {
    public let keyID: String
    public let region: String
    public let secret: String
    public let service: String

    public init(keyID: String, secret: String, region: String, service: String) {
      self.keyID = keyID
      self.region = region
      self.secret = secret
      self.service = service
    }
  }

  private let body: Body
  private let headers: [String]
  private let isCancelled = Atomic(false)
  private let limits: Limits
  private let method: String
  private let signature: Signature?
  private let caFile: String?
  private let url: String

  /// `headers` are lines; one without a value isn't sent. `caFile` (PEM) replaces the system's CAs.
  public init(
    _ method: String, _ url: String, headers: [String] = [], body: Body = .none,
    limits: Limits = Limits(), signature: Signature? = nil, caFile: String? = nil
  ) {
    self.body = body
    self.headers = headers
    self.limits = limits
    self.method = method
    self.signature = signature
    self.caFile = caFile
    self.url = url
  }

  /// Ends the transfer within a second, with `CancellationError`.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Sends the request and blocks the thread until the response ends or `onBytes` returns false.
  /// Throws ``CurlFailure``, `CancellationError`, or the error of the body's `next`.
  public func perform(
    onHead: @escaping (Head) -> Void = { _ in }, onBytes: @escaping ([UInt8]) -> Bool
  ) throws {
    let curl = try CurlLibrary.shared.get()
    let handle = try CurlHandles.shared.acquire(curl)
    defer { CurlHandles.shared.release(handle, curl) }
    var list: CurlLibrary.List?
    for header in headers { list = curl.appendToList(list, header) ?? list }
    defer { curl.freeList(list) }
    let state = TransferState(
      url: url, body: body, followsRedirects: limits.redirects > 0,
      allowsAddress: limits.allowsAddress,
      isCancelled: { [self] in isCancelled.load(ordering: .relaxed) },
      onBytes: onBytes, onHead: onHead)
    let setup = CurlSetup(curl: curl, handle: handle)
    let code = withExtendedLifetime(state) {
      withOptions(of: setup, headers: list, state: state) {
        // Each option guards against something: send nothing without it.
        setup.refusal == CURLE_OK ? curl.perform(handle) : setup.refusal
      }
    }
    if let error = state.error { throw error }
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    if state.hasEnough, code == CURLE_WRITE_ERROR { return }
    if code == CURLE_COULDNT_CONNECT, let address = state.refusedAddress {
      throw CurlFailure("the address \(address) is not allowed")
    }
    guard code == CURLE_OK
    else {
      throw CurlFailure(
        curl.explain(code).map { String(cString: $0) } ?? "no connection", code: code)
    }
  }

  private func withOptions(
    of setup: CurlSetup, headers: CurlLibrary.List?, state: TransferState,
    perform: () -> CURLcode
  ) -> CURLcode {
    setup.set(CURLOPT_NOSIGNAL, 1)
    setup.set(CURLOPT_FOLLOWLOCATION, limits.redirects > 0 ? 1 : 0)
    setup.set(CURLOPT_MAXREDIRS, limits.redirects)
    setup.setText(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    setup.set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTimeout)
    if let total = limits.totalTimeout { setup.set(CURLOPT_TIMEOUT_MS, total) }
    setup.set(CURLOPT_LOW_SPEED_LIMIT, 1)
    setup.set(CURLOPT_LOW_SPEED_TIME, max(1, limits.idleTimeout / 1000))
    setup.set(CURLOPT_NOPROGRESS, 0)
    setup.set(CURLOPT_HTTPHEADER, UnsafeRawPointer(headers))
    let context = UnsafeRawPointer(Unmanaged.passUnretained(state).toOpaque())
    setup.set(CURLOPT_HEADERFUNCTION, unsafeBitCast(headerCallback, to: UnsafeRawPointer.self))
    setup.set(CURLOPT_HEADERDATA, context)
    setup.set(CURLOPT_WRITEFUNCTION, unsafeBitCast(writeCallback, to: UnsafeRawPointer.self))
    setup.set(CURLOPT_WRITEDATA, context)
    setup.set(CURLOPT_XFERINFOFUNCTION, unsafeBitCast(progressCallback, to: UnsafeRawPointer.self))
    setup.set(CURLOPT_XFERINFODATA, context)
    if limits.allowsAddress != nil {
      setup.set(CURLOPT_OPENSOCKETFUNCTION, unsafeBitCast(openCallback, to: UnsafeRawPointer.self))
      setup.set(CURLOPT_OPENSOCKETDATA, context)
      // An open connection may lead to an address that isn't allowed.
      setup.set(CURLOPT_FRESH_CONNECT, 1)
    }
    setup.setText(CURLOPT_URL, url)
    setup.setText(CURLOPT_PROTOCOLS_STR, "http,https")
    // A day by default, which is too long for a renewed authority.
    setup.setIfSupported(CURLOPT_CA_CACHE_TIMEOUT, caFile == nil ? 60 : 0)
    if let caFile {
      setup.setText(CURLOPT_CAINFO, caFile)
      setup.set(CURLOPT_CAPATH, nil)
    }
    if let signature {
      setup.setText(
        CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):\(signature.service)")
      setup.setText(CURLOPT_USERNAME, signature.keyID)
      setup.setText(CURLOPT_PASSWORD, signature.secret)
    }
    switch body {
    case .none:
      if method == "HEAD" { setup.set(CURLOPT_NOBODY, 1) }
      setup.setText(CURLOPT_CUSTOMREQUEST, method)
      return perform()
    case .bytes(let bytes):
      setup.setText(CURLOPT_CUSTOMREQUEST, method)
      setup.set(CURLOPT_POSTFIELDSIZE, bytes.count)
      return bytes.withUnsafeBytes { bytes in
        // A null pointer would mean no body instead of an empty one.
        withUnsafePointer(to: UInt8(0)) { nothing in
          setup.set(CURLOPT_POSTFIELDS, bytes.baseAddress ?? UnsafeRawPointer(nothing))
          return perform()
        }
      }
    case .stream(let byteCount, _):
      setup.set(CURLOPT_UPLOAD, 1)
      setup.setText(CURLOPT_CUSTOMREQUEST, method)
      setup.set(CURLOPT_READFUNCTION, unsafeBitCast(readCallback, to: UnsafeRawPointer.self))
      setup.set(CURLOPT_READDATA, context)
      if let byteCount { setup.setOffset(CURLOPT_INFILESIZE_LARGE, byteCount) }
      return perform()
    }
  }
}

extension CurlTransfer.Signature: CustomStringConvertible, CustomReflectable {
  public var description: String { "the signature of \(keyID)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

public struct CurlFailure: Error, Equatable, CustomStringConvertible {
  private let code: CURLcode?
  public let description: String

  public var isCertificateError: Bool { code.map(Self.certificateErrors.contains) ?? false }
  public var isTransient: Bool { code.map(Self.transientErrors.contains) ?? false }

  init(_ description: String, code: CURLcode? = nil) {
    self.code = code
    self.description = description
  }

  private static let certificateErrors = [
    CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
    CURLE_SSL_CONNECT_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ISSUER_ERROR,
  ]

  private static let transientErrors = [
    CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_GOT_NOTHING, CURLE_HTTP2,
    CURLE_HTTP2_STREAM, CURLE_OPERATION_TIMEDOUT, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR,
    CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND,
  ]
}
