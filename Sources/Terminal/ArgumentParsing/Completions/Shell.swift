/// A shell that completions can be generated for.
public enum Shell: String, ArgumentValue, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension Command {
  /// A script that teaches the shell to complete this program's command line. Ends in a line
  /// break.
  ///
  /// - bash: to be put into `~/.local/share/bash-completion/completions/NAME`, or sourced.
  /// - zsh: to be put as `_NAME` into a folder of `$fpath`.
  /// - fish: to be put into `~/.config/fish/completions/NAME.fish`.
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
  /// The name of the shell function for this command.
  var function: String {
    "_"
      + commands.map(\.name).joined(separator: "_")
      .map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
  }
}

extension Specification {
  /// Every long form: `--wait`, `--no-wait`.
  var longForms: [String] {
    kind == .toggle ? ["--\(name)", "--no-\(name)"] : ["--\(name)"]
  }

  var forms: [String] { (short.map { ["-\($0)"] } ?? []) + longForms }
}

extension String {
  /// As one word of a POSIX shell.
  var quotedForShell: String {
    "'" + map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
