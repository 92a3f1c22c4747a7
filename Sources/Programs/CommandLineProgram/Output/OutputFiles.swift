import ArgumentParsing
import Dependencies
import ExportCore
import ExportFilesClient
import FileStorage
import Foundation
import SharedModels
import Styleguide
import TranscriptExport

struct OutputFolder {
  let url: URL
  let naming: OutputNaming

  private var given: Set<String> = []
  private var lastNumbers: [String: Int] = [:]
  private let isProtected: (URL) -> Bool

  @Dependency(\.exportFiles) private var files

  init(_ url: URL, _ naming: OutputNaming, isProtected: @escaping (URL) -> Bool = { _ in false }) {
    self.url = url
    self.naming = naming
    self.isProtected = isProtected
  }

  /// Returns an unused name or, if files are replaced, one that no memo of this run has.
  mutating func file(for recording: Recording, as content: ExportContent) async throws -> URL {
    let name =
      naming.template?.fileName(of: recording, as: content) ?? content.fileName(of: recording)
    // From the last number, maybe unused: many equal titles would take quadratic time.
    for (number, numbered) in numberedNames(for: name, from: lastNumbers[name] ?? 1)
    where !naming.overwrites || given.insert(numbered.caseFolded).inserted {
      lastNumbers[name] = number
      let file = url.appendingPathComponent(numbered)
      switch try await failing(at: file.path, { try await files.item(at: file) }) {
      case .nothing: return file
      case .file where naming.overwrites && !isProtected(file): return file
      case .file, .folder, .stream: break
      // The folder was removed: no number would help.
      case .noFolder:
        return try await failing(at: file.path) { throw ExportProblem.noFolder(path: url.path) }
      }
    }
    throw CommandFailure("no name is left for \(name.printable); choose another folder")
  }
}

struct OutputNaming: Equatable {
  let overwrites: Bool
  let template: FileNameTemplate?
}

enum OutputOptions {
  static let output = Parameter<String?>.option(
    "output", short: "o", placeholder: "FILE", completion: .files,
    help: "Write to this file or folder. Default: - (standard output).")
  static let overwrite = Parameter.flag(
    "overwrite", help: "Replace existing files in the folder.")
  static let template = Parameter<FileNameTemplate?>.option(
    "name",
    help: """
      Name the files in the folder after {title}, {date}, {time}, {id} and {file}, such as \
      '{date} {title}'. Default: {title}.
      """)

  static let all: [any CommandParameter] = [output, overwrite, template]

  static func naming(_ arguments: ParsedArguments) throws -> OutputNaming {
    let naming = OutputNaming(
      overwrites: arguments[overwrite], template: arguments[template])
    guard
      naming == OutputNaming(overwrites: false, template: nil)
        || ![nil, "-"].contains(arguments[output])
    else {
      throw arguments.usageError("--name and --overwrite need a folder: add --output FOLDER/")
    }
    return naming
  }
}

extension CommandFailure {
  static func needsFolder(output: String) -> Self {
    Self(
      """
      --name needs a folder, and \(output.printable) is a file; end the name with '/' to create a \
      folder
      """)
  }
}

func failing<Value>(at path: String, _ work: () async throws -> Value) async throws -> Value {
  do {
    return try await work()
  } catch let error as FileStorageError {
    throw CommandFailure("\(path.printable) cannot be written: \(error.reason)")
  } catch let error as ExportProblem {
    throw CommandFailure("\(path.printable) cannot be written: \(error)")
  }
}
