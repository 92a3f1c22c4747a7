import Glibc
// Weakly, for the same reasons as Testing: see SwiftTestingLibrary.swift.
@_weakLinked internal import XCTest

/// The part of XCTest that issue reporting uses. No other file imports that library.
enum XCTestLibrary {
  static let isLoaded = dlsym(nil, "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") != nil

  /// Fails the test case that runs, whatever thread or task this is called on.
  static func fail(_ message: String, at location: IssueLocation) {
    XCTFail(message, file: location.filePath, line: location.line)
  }
}
