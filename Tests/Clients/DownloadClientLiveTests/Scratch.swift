import DownloadClient
import Foundation
import TestPrograms
import Testing

/// A folder for one test, with another one for its downloads.
final class Scratch: Sendable {
  let downloads: URL
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("download-live-\(UUID().uuidString)", isDirectory: true)
    downloads = folder.appendingPathComponent("downloads", isDirectory: true)
    try FileManager.default.createDirectory(at: downloads, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Where a program that acts as yt-dlp is searched.
  var searchPath: String { folder.path }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func writeYTDLP(_ script: String) throws {
    try writeProgram("#!/bin/sh\n\(script)\n", to: path("yt-dlp"))
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: downloads.path).sorted() }
  }
}
