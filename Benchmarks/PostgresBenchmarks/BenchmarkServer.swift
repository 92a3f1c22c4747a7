import Foundation

/// A PostgreSQL server for the benchmark, used through `psql` and `pgbench`.
final class BenchmarkServer {
  /// The connection string of the administrator.
  let url: String
  private let process = Process()
  private let lifeline = Pipe()

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ folder: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../..").standardizedFileURL
    let output = Pipe()
    process.executableURL = root.appendingPathComponent("Scripts/postgres")
    // The configuration of a small dedicated machine.
    process.arguments = [
      folder, "shared_buffers=2GB", "effective_cache_size=12GB", "work_mem=16MB",
      "maintenance_work_mem=1GB", "max_wal_size=16GB", "checkpoint_timeout=30min",
      "random_page_cost=1.1", "max_parallel_workers_per_gather=0",
    ]
    process.standardInput = lifeline
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first,
      byte != UInt8(ascii: "\n")
    {
      line.append(byte)
    }
    url = String(decoding: line, as: UTF8.self)
    guard url.hasPrefix("postgres:")
    else { throw Failure(description: "the server did not start") }
  }

  func stop() {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The same database for another role.
  func url(database: String = "memos", as role: String) -> String {
    url.replacingOccurrences(of: "/postgres?", with: "/\(database)?")
      .replacingOccurrences(of: "user=postgres", with: "user=\(role)")
  }

  @discardableResult
  func psql(_ statements: String..., database: String = "memos", as role: String = "postgres")
    throws
    -> String
  {
    try run(
      "psql",
      ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"]
        + [url(database: database, as: role)] + statements.flatMap { ["--command", $0] })
  }

  /// Sends rows in the format of COPY to a table.
  func copying(into columns: String) throws -> (lines: FileHandle, end: () throws -> Void) {
    let psql = Process()
    let input = Pipe()
    psql.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    psql.arguments = [
      "psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", url(as: "postgres"),
      "--command", "SET session_replication_role = replica",
      "--command", "COPY speechmemo.\(columns) FROM STDIN",
    ]
    psql.standardInput = input
    try psql.run()
    return (
      input.fileHandleForWriting,
      {
        try input.fileHandleForWriting.close()
        psql.waitUntilExit()
        guard psql.terminationStatus == 0
        else { throw Failure(description: "COPY of \(columns) failed") }
      }
    )
  }

  /// Returns the milliseconds of a bare statement, as the tables' owner, who has no row security. Slow
  /// statements run less often.
  func bare(_ statement: String, times: Int, variables: [String: ClosedRange<Int>] = [:]) throws
    -> Latencies
  {
    let few = try timed(statement, times: min(times, 5), variables: variables)
    return few.percentile(50) > 200
      ? few : try timed(statement, times: times, variables: variables)
  }

  private func timed(
    _ statement: String, times: Int, variables: [String: ClosedRange<Int>]
  ) throws -> Latencies {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pgbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appendingPathComponent("script.sql")
    let sets = variables.map {
      "\\set \($0.key) random(\($0.value.lowerBound), \($0.value.upperBound))"
    }
    let text = statement.split(separator: "\n").joined(separator: " ")
    try (sets + ["\(text);"]).joined(separator: "\n")
      .write(to: script, atomically: true, encoding: .utf8)
    try run(
      "pgbench",
      [
        "--no-vacuum", "--protocol=prepared", "--client=1", "--transactions=\(times)", "--log",
        "--log-prefix=\(folder.path)/log", "--file=\(script.path)",
        url(as: "memos_owner")
          + "&options=-csearch_path%3Dspeechmemo%20-cplan_cache_mode%3Dforce_custom_plan%20-cjit%3Doff",
      ])
    var latencies = Latencies()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasPrefix("log") {
      let log = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      for line in log.split(separator: "\n") {
        let fields = line.split(separator: " ")
        if fields.count > 2, let microseconds = Double(fields[2]) {
          latencies.add(milliseconds: microseconds / 1000)
        }
      }
    }
    return latencies
  }

  @discardableResult
  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // The errors fit into their pipe's buffer, so reading them second can't block.
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let problem = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0
    else { throw Failure(description: "\(program): \(String(decoding: problem, as: UTF8.self))") }
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

struct Latencies {
  private var milliseconds: [Double] = []

  mutating func add(milliseconds value: Double) { milliseconds.append(value) }

  func percentile(_ share: Int) -> Double {
    let sorted = milliseconds.sorted()
    return sorted.isEmpty
      ? .nan : sorted[min(sorted.count - 1, sorted.count * share / 100)]
  }
}
