import Foundation
import Testing

/// A PostgreSQL server for a script.
enum PostgresServer {
  /// Whether there is one to start.
  static let isInstalled: Bool =
    !((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []).isEmpty

  static let advice: Comment = "PostgreSQL is not installed: run 'Scripts/bootstrap postgresql'"

  /// The beginning of a script that needs a server, which ends with the script. `$database`
  /// connects as the serving role, and `$owner` as the future owner of the tables.
  static func begin(in sandbox: Sandbox) -> String {
    let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Scripts/postgres").standardizedFileURL.path
    return """
      cd '\(sandbox.folder.path)'
      place=$(mktemp -d)
      coproc POSTGRES { exec '\(program)' --temporary "$place"; }
      read -r administrator <&"${POSTGRES[0]}"
      exec {hold}>&"${POSTGRES[1]}"
      owner=${administrator/user=postgres/user=owner} database=${administrator/user=postgres/user=server}
      psql -q "$administrator" <<END
      CREATE ROLE owner LOGIN; CREATE ROLE server LOGIN; GRANT CREATE ON DATABASE postgres TO owner;
      END

      """
  }
}
