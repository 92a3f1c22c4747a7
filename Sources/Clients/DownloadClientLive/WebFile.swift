import DownloadClient
import Foundation
import LibCurl
import POSIX

struct WebFile: Sendable {
  let link: DownloadLink
  let folder: URL
  let byteLimit: Int64
  let progress: @Sendable (DownloadProgress) -> Void

  private static let step: Int64 = 1 << 20

  private static let limits = {
    var limits = CurlTransfer.Limits()
    limits.redirects = 10
    return limits
  }()

  func download() async throws -> Download? {
    let transfer = CurlTransfer(
      "GET", link.url.absoluteString, headers: ["User-Agent: SpeechMemo"], limits: Self.limits)
    do {
      return try await withTaskCancellationHandler {
        try await onOwnThread("download") { try receive(transfer) }
      } onCancel: {
        transfer.cancel()
      }
    } catch let failure as CurlFailure {
      throw DownloadFailure(
        "\(link) cannot be downloaded: \(failure); check the address and the network, and try again"
      )
    } catch let error as SystemError {
      throw DownloadFailure(writing: error, of: link)
    }
  }

  private func receive(_ transfer: CurlTransfer) throws -> Download? {
    let part = folder.appendingPathComponent("download.part").path
    let file = try Descriptor(part, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    var byteCount: Int64 = 0
    var failure: (any Error)?
    var response: CurlTransfer.Head?
    try transfer.perform {
      response = $0
    } onBytes: { bytes in
      guard let head = response, head.isSuccess, !head.isWebPage
      else { return false }
      let total = head.byteCount
      guard max(byteCount + Int64(bytes.count), total ?? 0) <= byteLimit
      else {
        failure = DownloadFailure(tooLarge: link, byteLimit)
        return false
      }
      do {
        try file.write(bytes)
      } catch {
        failure = error
        return false
      }
      let reported = byteCount / Self.step
      byteCount += Int64(bytes.count)
      if byteCount / Self.step > reported || byteCount == total {
        progress(.bytes(byteCount, total: total))
      }
      return true
    }
    if let failure { throw failure }
    guard let head = response, head.isSuccess
    else {
      let answer = response.map { "responded with \($0.status)" } ?? "sent no response"
      throw DownloadFailure(
        "\(link) cannot be downloaded: the server \(answer); check the address")
    }
    guard !head.isWebPage
    else {
      try removeFile(part)
      return nil
    }
    let place = folder.appendingPathComponent(head.fileName)
    try rename(part, to: place.path)
    try setModificationDate(of: place, head.date)
    return Download(file: place)
  }
}

/// Ignores a missing date, and one that is wrong. A day ahead may be another time zone.
func setModificationDate(of file: URL, _ date: Date?) throws(SystemError) {
  let known = Date(timeIntervalSince1970: -2_208_988_800)..<Date(timeIntervalSinceNow: 86_400)
  guard let date, known.contains(date)
  else { return }
  let time = timespec(tv_sec: Int(date.timeIntervalSince1970.rounded(.down)), tv_nsec: 0)
  try setModificationTime(of: file.path, to: time)
}

extension DownloadFailure {
  init(tooLarge link: DownloadLink, _ limit: Int64) {
    self.init(
      "\(link) is larger than \(limit >> 30) GiB; download it, and import the part that you need")
  }

  init(writing error: SystemError, of link: DownloadLink) {
    self.init(
      error.isOutOfSpace
        ? "not enough disk space to download \(link); free some space and try again"
        : "\(link) cannot be stored: \(error.reason); check the library's folder")
  }
}
