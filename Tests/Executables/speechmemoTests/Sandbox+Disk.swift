extension Sandbox {
  /// Runs a script with the library's folder on a small disk, which only the script sees and which is
  /// removed with it. In the script, `p` is the program, and the arguments are audio files of these
  /// names.
  func onDisk(
    megabytes: Int, audio names: [String], seconds: Double = 1, _ script: String
  ) throws -> Outcome {
    let paths = try names.enumerated().map { number, name in
      try file("\(name).wav", Sound.tone(300 + number, seconds: seconds))
    }
    return try finish(
      start(
        paths, engine: "",
        before: [
          "/usr/bin/unshare", "--mount", "/bin/bash", "-c",
          """
          mkdir -p "$SPEECHMEMO_HOME"
          mount -t tmpfs -o size=\(megabytes)m none "$SPEECHMEMO_HOME" || exit
          p=$1; shift
          \(script)
          """, "bash",
        ]))
  }
}
