public import Foundation
import POSIX

/// An installation's state without anything personal: numbers, dates, and names from fixed lists.
public struct BugReport: CustomStringConvertible, Equatable, Sendable {
  public struct Section: Equatable, Sendable {
    public var title: String
    public var lines: [String]
  }

  public var sections: [Section]

  public var description: String {
    sections.map { section in
      ([section.title] + section.lines.map { "  \($0)" }).joined(separator: "\n")
    }
    .joined(separator: "\n\n")
  }

  public struct Problem: CustomStringConvertible, Equatable, Error {
    public let description: String
  }

  /// Throws if the file exists, so that callers can fail before they make a report.
  public static func check(_ file: URL) throws(Problem) {
    guard (try? fileStatus(of: file.path, followingLinks: false)) == nil
    else { throw Problem.exists(file) }
  }

  /// Writes a new file that only its owner can read.
  public func write(to file: URL) throws(Problem) {
    do throws(SystemError) {
      let descriptor = try Descriptor(file.path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      do throws(SystemError) {
        try descriptor.write(Array("\(description)\n".utf8))
        try descriptor.sync()
      } catch {
        try? removeFile(file.path)
        throw error
      }
    } catch {
      throw error.code == EEXIST
        ? Problem.exists(file)
        : Problem(description: "the report cannot be written to \(file.path): \(error.reason)")
    }
  }
}

extension BugReport.Problem {
  fileprivate static func exists(_ file: URL) -> Self {
    Self(description: "\(file.path) already exists and was left unchanged; choose another name")
  }
}
