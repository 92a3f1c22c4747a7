public enum Shell: String, ArgumentValue, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension Command {
  /// The script to install as `~/.local/share/bash-completion/completions/NAME`, as `_NAME` in a
  /// folder of zsh's `$fpath`, or as `~/.config/fish/completions/NAME.fish`.
  public func completionScript(for shell: Shell) -> String {
    let path = CommandPath(commands: [self])
    return switch shell {
    case .bash: bashCompletions(path)
    case .zsh: zshCompletions(path)
    case .fish: fishCompletions(path)
    }
  }
}

extension CommandPath {
  var function: String {
    "_"
      + commands.map(\.name).joined(separator: "_")
      .map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
  }
}

extension Specification {
  var longForms: [String] {
    kind == .toggle ? ["--\(name)", "--no-\(name)"] : ["--\(name)"]
  }

  var forms: [String] { (short.map { ["-\($0)"] } ?? []) + longForms }
}

extension String {
  var quotedForShell: String {
    "'" + map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
