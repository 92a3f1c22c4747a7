import Ccurl
import ConcurrencyExtras
import Foundation
import WebhookClient

/// One request, from its start to its end.
final class HTTPPost: Sendable {
  /// In milliseconds: a receiver that is slower is as good as none.
  private static let (connectTimeout, timeout) = (5_000, 15_000)
  /// As much of an answer is kept, and waited for, in bytes.
  private static let answerLimit = 2_000

  private let body: [UInt8]
  private let headers: [String]
  private let isCancelled = LockIsolated(false)
  private let url: String

  init(url: String, headers: [String], body: [UInt8]) {
    self.body = body
    self.headers = headers
    self.url = url
  }

  /// Ends it within a second.
  func cancel() { isCancelled.setValue(true) }

  /// Waits, with the thread, for the answer.
  func send() throws -> WebhookAnswer {
    let curl = try CurlLibrary.shared.get()
    guard let handle = curl.make()
    else { throw WebhookFailure("no request can be made: out of memory") }
    defer { curl.cleanUp(handle) }
    var list: CurlLibrary.List?
    for header in headers { list = curl.appendToList(list, header) ?? list }
    defer { curl.freeList(list) }

    var refusal = CURLE_OK
    func set(_ option: CURLoption, _ value: Int) {
      let code = ccurl_set_long(curl.setOption, handle, option, value)
      if code != CURLE_OK { refusal = code }
    }
    func set(_ option: CURLoption, _ value: UnsafeRawPointer?) {
      let code = ccurl_set_pointer(curl.setOption, handle, option, value)
      if code != CURLE_OK { refusal = code }
    }
    // Signals are the program's; redirections could lead anywhere.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectTimeout)
    set(CURLOPT_TIMEOUT_MS, Self.timeout)
    set(CURLOPT_POST, 1)
    set(CURLOPT_POSTFIELDSIZE, body.count)
    set(CURLOPT_NOPROGRESS, 0)

    let answer = Answer(limit: Self.answerLimit, isCancelled: isCancelled)
    let code = withExtendedLifetime(answer) {
      url.withCString { url in
        "http,https".withCString { protocols in
          body.withUnsafeBytes { body in
            set(CURLOPT_URL, url)
            set(CURLOPT_PROTOCOLS_STR, protocols)
            set(CURLOPT_HTTPHEADER, list.map(UnsafeRawPointer.init))
            set(CURLOPT_POSTFIELDS, body.baseAddress)
            set(CURLOPT_WRITEFUNCTION, unsafeBitCast(takeBytes, to: UnsafeRawPointer.self))
            set(CURLOPT_WRITEDATA, Unmanaged.passUnretained(answer).toOpaque())
            set(CURLOPT_XFERINFOFUNCTION, unsafeBitCast(goesOn, to: UnsafeRawPointer.self))
            set(CURLOPT_XFERINFODATA, Unmanaged.passUnretained(answer).toOpaque())
            // Not without one of them: each keeps something from happening.
            return refusal == CURLE_OK ? curl.perform(handle) : refusal
          }
        }
      }
    }
    if isCancelled.value { throw CancellationError() }
    guard code == CURLE_OK || code == CURLE_WRITE_ERROR && answer.isFull
    else {
      throw WebhookFailure(curl.explain(code).map { String(cString: $0) } ?? "no connection")
    }
    var status = 0
    _ = ccurl_get_long(curl.getInfo, handle, CURLINFO_RESPONSE_CODE, &status)
    return WebhookAnswer(status: status, text: answer.text)
  }
}

/// What comes back.
private final class Answer {
  private var bytes: [UInt8] = []
  let isCancelled: LockIsolated<Bool>
  private let limit: Int

  init(limit: Int, isCancelled: LockIsolated<Bool>) {
    self.isCancelled = isCancelled
    self.limit = limit
  }

  var isFull: Bool { bytes.count == limit }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func take(_ more: UnsafeRawBufferPointer) {
    bytes += more.prefix(max(0, limit - bytes.count))
  }
}

private let takeBytes:
  @convention(c) (UnsafeMutableRawPointer?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, answer in
    guard let answer
    else { return 0 }
    let taker = Unmanaged<Answer>.fromOpaque(answer).takeUnretainedValue()
    taker.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
    // Whatever else comes is not waited for.
    return taker.isFull ? 0 : size * count
  }

private let goesOn: @convention(c) (UnsafeMutableRawPointer?, Int64, Int64, Int64, Int64) -> Int32 =
  {
    answer, _, _, _, _ in
    guard let answer
    else { return 0 }
    return Unmanaged<Answer>.fromOpaque(answer).takeUnretainedValue().isCancelled.value ? 1 : 0
  }
