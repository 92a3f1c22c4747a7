import Ccurl
public import Foundation
import POSIX

struct CurlLibrary: @unchecked Sendable {
  typealias Handle = UnsafeMutableRawPointer
  typealias List = UnsafeMutablePointer<curl_slist>

  let appendToList: @convention(c) (List?, UnsafePointer<CChar>) -> List?
  let cleanUp: @convention(c) (Handle) -> Void
  let explain: @convention(c) (CURLcode) -> UnsafePointer<CChar>?
  let freeList: @convention(c) (List?) -> Void
  let make: @convention(c) () -> Handle?
  let parseDate: @convention(c) (UnsafePointer<CChar>, UnsafePointer<time_t>?) -> time_t
  let perform: @convention(c) (Handle) -> CURLcode
  let reset: @convention(c) (Handle) -> Void
  let setOption: UnsafeMutableRawPointer

  static let shared = Result { try CurlLibrary() }

  private init() throws(CurlFailure) {
    let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first
    else {
      throw CurlFailure("libcurl, which sends requests, is not installed: install libcurl4")
    }
    func find<Function>(_ name: String) throws(CurlFailure) -> Function {
      guard let function = dlsym(library, name)
      else { throw CurlFailure("libcurl has no function \(name): install another version") }
      return unsafeBitCast(function, to: Function.self)
    }
    let start: @convention(c) (Int) -> CURLcode = try find("curl_global_init")
    _ = start(Int(CURL_GLOBAL_DEFAULT))
    appendToList = try find("curl_slist_append")
    cleanUp = try find("curl_easy_cleanup")
    explain = try find("curl_easy_strerror")
    freeList = try find("curl_slist_free_all")
    make = try find("curl_easy_init")
    parseDate = try find("curl_getdate")
    perform = try find("curl_easy_perform")
    reset = try find("curl_easy_reset")
    setOption = try find("curl_easy_setopt")
  }
}

extension Date {
  /// Parses a date in a header field, such as `Tue, 24 Nov 2026 08:49:37 GMT`.
  public init?(httpText: String) {
    guard let seconds = try? CurlLibrary.shared.get().parseDate(httpText, nil), seconds != -1
    else { return nil }
    self.init(timeIntervalSince1970: TimeInterval(seconds))
  }
}

final class CurlHandles: @unchecked Sendable {
  static let shared = CurlHandles()

  private static let limit = 8

  private var idle: [CurlLibrary.Handle] = []
  private let lock = Mutex<Void>(())

  func acquire(_ curl: CurlLibrary) throws(CurlFailure) -> CurlLibrary.Handle {
    if let handle = lock.withLock({ _ in idle.popLast() }) { return handle }
    guard let handle = curl.make()
    else { throw CurlFailure("cannot create a request: out of memory") }
    return handle
  }

  func release(_ handle: CurlLibrary.Handle, _ curl: CurlLibrary) {
    curl.reset(handle)
    let isKept = lock.withLock { _ in
      guard idle.count < Self.limit
      else { return false }
      idle.append(handle)
      return true
    }
    if !isKept { curl.cleanUp(handle) }
  }
}

final class CurlSetup {
  private let curl: CurlLibrary
  private let handle: CurlLibrary.Handle
  private(set) var refusal = CURLE_OK

  init(curl: CurlLibrary, handle: CurlLibrary.Handle) {
    self.curl = curl
    self.handle = handle
  }

  func set(_ option: CURLoption, _ value: Int) {
    note(ccurl_set_long(curl.setOption, handle, option, value))
  }

  func setIfSupported(_ option: CURLoption, _ value: Int) {
    _ = ccurl_set_long(curl.setOption, handle, option, value)
  }

  func set(_ option: CURLoption, _ value: UnsafeRawPointer?) {
    note(ccurl_set_pointer(curl.setOption, handle, option, value))
  }

  func setOffset(_ option: CURLoption, _ value: Int64) {
    note(ccurl_set_offset(curl.setOption, handle, option, curl_off_t(value)))
  }

  func setText(_ option: CURLoption, _ text: String) {
    text.withCString { note(ccurl_set_pointer(curl.setOption, handle, option, $0)) }
  }

  private func note(_ code: CURLcode) {
    if code != CURLE_OK { refusal = code }
  }
}
