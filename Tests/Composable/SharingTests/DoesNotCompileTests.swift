import Foundation
import TestPrograms
import Testing

/// Code that must not compile, with the compiler's errors.
@Suite struct DoesNotCompileTests {
  private static let prelude = """
    import Sharing
    struct Data { var name = ""; var greeting: String { name } }
    extension SharedKey where Self == InMemoryKey<Int> {
      static var number: Self { inMemory("number") }
    }

    """

  @Test(
    "SHR-02 SHR-06 SHR-23 SHR-28 SHR-29 SHR-31 SHR-34 SHR-35 X-03 X-08 KEY-30 mistakes are found")
  func mistakes() throws {
    let samples: [(code: String, expected: String?)] = [
      // The valid form, to verify that the others fail for the given reason.
      ("func a() { @Shared(.number) var x = 0; $x.withLock { $0 += x } }", nil),
      ("func b() { @SharedReader(.number) var x = 0; print(x) }", nil),
      ("func c(_ d: Shared<Data>) { d.name.withLock { $0 = d.greeting.wrappedValue } }", nil),
      // A value in memory is given with `value:`.
      ("struct D { @Shared var x = 0 }", "replaced by 'init(value:)'"),
      // A key without a default needs one.
      ("func e() { @Shared(.number) var x: Int }", "Assign a default value"),
      ("func f() { @SharedReader(.number) var x: Int }", "Assign a default value"),
      // Assigning is deprecated.
      ("func g() { @Shared(.number) var x = 0; x += 1 }", "warning: setter for 'x' is deprecated"),
      // Readers can't write, nor can values derived from a read-only property.
      ("func h() { @SharedReader(.number) var x = 0; x += 1 }", "error"),
      ("func i() { @SharedReader(.number) var x = 0; $x.withLock { $0 += 1 } }", "error"),
      ("func j(_ d: Shared<Data>) { d.greeting.withLock { $0 = \"\" } }", "error"),
      // No such initializer exists.
      ("func k() { _ = Shared<Int>(reader: 1, getter: { 1 }, setter: { _ in }) }", "error"),
      // A shared value is neither hashable nor codable.
      ("struct L: Hashable { @Shared var x: Int }", "error"),
      ("struct M: Codable { @Shared var x: Int }", "error"),
      // A key has values of one type.
      ("func n() { @Shared(.number) var x = \"\" }", "error"),
    ]
    let diagnostics = try diagnostics(
      of: Self.prelude + samples.map(\.code).joined(separator: "\n"))
    let first = Self.prelude.split(separator: "\n", omittingEmptySubsequences: false).count
    for (index, sample) in samples.enumerated() {
      let found = diagnostics[first + index] ?? []
      if let expected = sample.expected {
        #expect(found.contains { $0.contains(expected) }, "\(sample.code): \(found)")
      } else {
        #expect(found == [], "\(sample.code)")
      }
    }
  }

  /// The errors and warnings of a file, by line.
  private func diagnostics(of source: String) throws -> [Int: [String]] {
    let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(component: "Sample.swift")
    try Data(source.utf8).write(to: file)
    let run = try runProgram(
      compiler().path,
      [
        "-typecheck", "-swift-version", "6", "-no-color-diagnostics", "-diagnostic-style", "llvm",
        "-I", builtProgram("Modules"), file.path,
      ])
    #expect(run.end == .exited(1), "\(run)")
    var diagnostics: [Int: [String]] = [:]
    for line in run.errors.split(separator: "\n") where line.hasPrefix(file.path + ":") {
      let parts = line.dropFirst(file.path.count + 1).split(separator: ":", maxSplits: 2)
      guard parts.count == 3, let number = Int(parts[0])
      else { continue }
      diagnostics[number, default: []].append(String(parts[2]))
    }
    return diagnostics
  }

  /// The compiler of the toolchain whose standard library this process has loaded.
  private func compiler() throws -> URL {
    // Foundation's one-call readers stop after the first page of a file under /proc.
    let maps = try #require(fopen("/proc/self/maps", "r"))
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 8192)
    var library: Substring?
    while library == nil, fgets(&line, Int32(line.count), maps) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasSuffix("/lib/swift/linux/libswiftCore.so\n") {
        library = text.dropLast().drop { $0 != "/" }
      }
    }
    let path = try #require(library)
    return URL(fileURLWithPath: path + "/../../../../bin/swiftc").standardizedFileURL
  }
}
