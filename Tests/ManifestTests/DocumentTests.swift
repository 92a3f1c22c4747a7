import Foundation
import TestPrograms
import Testing

/// `README.md` and the pages of `docs`.
struct DocumentTests {
  private static let pages: [String] = {
    let folder = Manifest.root.appendingPathComponent("docs").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()

  @Test("The README has at most 900 words")
  func length() throws {
    let words = try Manifest.contents("README.md").split(whereSeparator: \.isWhitespace)
    #expect(words.count <= 900)
  }

  @Test("'make run' and 'make test' are the first commands of the README")
  func firstCommands() throws {
    let blocks = try Manifest.contents("README.md").matches(of: /\n```(?:sh|console)\n([^`]*)```/)
    let commands = try #require(blocks.first).1.split(separator: "\n")
      .map { $0.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces) }
    #expect(commands == ["make run", "make test"])
  }

  @Test("Each relative link leads to a file, and to a heading in it", arguments: pages)
  func links(page: String) throws {
    let text = try Document(page).prose
    let folder = (page as NSString).deletingLastPathComponent
    let targets =
      text.matches(of: /\]\(([^)\s]+)\)/).map(\.1)
      + text.matches(of: /(?:src|srcset)="([^"]+)"/).map(\.1)
    for target in targets where !target.contains("://") {
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path =
        parts[0].isEmpty
        ? page : NSString.path(withComponents: [folder, String(parts[0])])
      let file = Manifest.root.appendingPathComponent(path).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: file.path), "\(target)")
      if parts.count == 2, let linked = try? Document(path) {
        #expect(linked.anchors.contains(String(parts[1])), "\(target)")
      }
    }
  }

  @Test("docs/modules.md matches the output of 'make docs'")
  func modules() throws {
    let run = try runProgram(
      Manifest.root.appendingPathComponent("Scripts/modules").path, ["--check"])
    #expect(run.succeeded, "\(run)")
  }

  @Test("docs/THIRD_PARTY.md names every package of the engine with its version")
  func thirdParty() throws {
    let page = try Manifest.contents("docs/THIRD_PARTY.md").lowercased()
    let packages = try Manifest.contents("Scripts/engine-requirements.txt")
      .matches(of: /(?m)^([A-Za-z0-9._\-]+)==([^ \\]+)/)
    #expect(packages.count > 10)
    for package in packages {
      let row = "| [\(package.1.lowercased())](https://pypi.org/project/"
      #expect(
        page.split(separator: "\n").contains {
          $0.hasPrefix(row) && $0.contains(") | \(package.2) | ")
        }, "\(package.1) \(package.2)")
    }
  }
}

/// A page of Markdown.
private struct Document {
  /// The lines outside of blocks of code.
  var prose: String
  /// The anchors that the forges make of headings.
  var anchors: Set<String>

  init(_ file: String) throws {
    var isCode = false
    let lines = try Manifest.contents(file).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { line in
      let isFence = line.drop(while: { $0 == " " }).hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }
    prose = lines.joined(separator: "\n").replacing(/`[^`\n]*`/) { match in
      // A link's text may be code, and what looks like a link in code is none.
      match.output.contains("](") ? "" : String(match.output)
    }
    var counts: [String: Int] = [:]
    anchors = []
    for line in lines {
      guard let heading = line.wholeMatch(of: /#+ +(.*)/)?.1
      else { continue }
      let anchor = String(
        heading.lowercased().replacing(" ", with: "-")
          .filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
      let count = counts[anchor, default: 0]
      counts[anchor] = count + 1
      anchors.insert(count == 0 ? anchor : "\(anchor)-\(count)")
    }
  }
}
