import Ccurl
import Foundation
import WebhookClient

/// The functions of libcurl, found in it once it is loaded.
struct CurlLibrary: @unchecked Sendable {
  // Unchecked for the pointers, which lead to code.
  typealias Handle = UnsafeMutableRawPointer
  typealias List = UnsafeMutablePointer<curl_slist>

  let appendToList: @convention(c) (List?, UnsafePointer<CChar>) -> List?
  let cleanUp: @convention(c) (Handle) -> Void
  let explain: @convention(c) (CURLcode) -> UnsafePointer<CChar>?
  let freeList: @convention(c) (List?) -> Void
  let getInfo: UnsafeMutableRawPointer
  let make: @convention(c) () -> Handle?
  let perform: @convention(c) (Handle) -> CURLcode
  let setOption: UnsafeMutableRawPointer

  /// Loads it, once in a process. It is never unloaded.
  static let shared = Result { try CurlLibrary() }

  private init() throws(WebhookFailure) {
    let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first
    else {
      throw WebhookFailure("libcurl is not installed, by which webhooks are sent: install libcurl4")
    }
    func find(_ name: String) throws(WebhookFailure) -> UnsafeMutableRawPointer {
      guard let function = dlsym(library, name)
      else { throw WebhookFailure("libcurl has no function \(name): install another version") }
      return function
    }
    typealias Init = @convention(c) (Int) -> CURLcode
    _ = unsafeBitCast(try find("curl_global_init"), to: Init.self)(Int(CURL_GLOBAL_DEFAULT))
    appendToList = unsafeBitCast(
      try find("curl_slist_append"),
      to: (@convention(c) (List?, UnsafePointer<CChar>) -> List?).self)
    cleanUp = unsafeBitCast(
      try find("curl_easy_cleanup"), to: (@convention(c) (Handle) -> Void).self)
    explain = unsafeBitCast(
      try find("curl_easy_strerror"),
      to: (@convention(c) (CURLcode) -> UnsafePointer<CChar>?).self)
    freeList = unsafeBitCast(
      try find("curl_slist_free_all"), to: (@convention(c) (List?) -> Void).self)
    getInfo = try find("curl_easy_getinfo")
    make = unsafeBitCast(try find("curl_easy_init"), to: (@convention(c) () -> Handle?).self)
    perform = unsafeBitCast(
      try find("curl_easy_perform"), to: (@convention(c) (Handle) -> CURLcode).self)
    setOption = try find("curl_easy_setopt")
  }
}
