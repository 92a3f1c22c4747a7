import Foundation
import POSIX
import TestPrograms
import Testing

/// `Scripts/setup-engine` with a Python that plays a part, and without a network.
struct SetupScriptTests {
  private let folder: URL
  private let tools: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    tools = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    for folder in [folder, tools] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try writeProgram(
      """
      #!/bin/bash
      if [[ $1 == _PHYS_PAGES ]]; then echo "$FAKE_PAGES"; else echo 4096; fi

      """, to: tools.appending(path: "getconf").path)
    try writeProgram(
      """
      #!/bin/bash
      words="$* "
      folder=${words#* --dest }
      folder=${folder%% *}
      case "$*" in
        *platform.machine*) echo "Python ${FAKE_VERSION:-3.11} on x86_64" ;;
        *'-m venv'*) mkdir -p "${@: -1}/bin" && cp -p "$0" "${@: -1}/bin/python" ;;
        *'pip '*download*)
          [[ -z $FAKE_OFFLINE ]] || { echo "x: [Errno -2] Name or service not known')" >&2; exit 1; }
          if [[ -n $FAKE_SLOW ]]; then echo here > "$FAKE_SLOW"; sleep 600; fi
          mkdir -p "$folder"
          touch "$folder/av-1.whl"
          echo 'Downloading https://example.org/av-1.whl (39.5 MB)' ;;
        *'added.py download base'*) touch "${@: -1}/base-1.whl" ;;
        *'added.py add base'*)
          [[ -z $FAKE_OFFLINE || -e $7/base-1.whl ]] || { echo 'no network' >&2; exit 1; }
          mkdir -p "$SPEECHMEMO_MODELS/base" && touch "$SPEECHMEMO_MODELS/base/speechmemo.json" ;;
        *'pip '*install*)
          [[ -e ${0%/bin/python}/wheels/av-1.whl ]] || { echo 'ERROR: no av' >&2; exit 1; } ;;
      esac

      """, to: path("python"))
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private static let script = URL(fileURLWithPath: #filePath)
    .appending(path: "../../../../Scripts/setup-engine").standardizedFileURL.path

  private func environment(_ variables: [String: String]) -> [String: String] {
    let all = [
      "FAKE_OFFLINE": "", "FAKE_PAGES": "400000", "FAKE_SLOW": "", "HOME": folder.path,
      "LC_ALL": "C", "PATH": "\(tools.path):/usr/bin:/bin", "SPEECHMEMO_ENGINE": path("engine"),
      "SPEECHMEMO_PYTHON": path("python"),
    ]
    return all.merging(variables) { $1 }
  }

  private func setUp(
    _ arguments: String..., with variables: [String: String] = [:]
  ) throws -> ProgramRun {
    try runProgram(Self.script, arguments, environment: environment(variables))
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  private func leave() {
    for folder in [folder, tools] { try? FileManager.default.removeItem(at: folder) }
  }

  private var hasBase: Bool {
    FileManager.default.fileExists(atPath: path(".local/share/speechmemo-models/base"))
  }

  /// 2 GB of memory.
  private static let roomy = ["FAKE_PAGES": "500000"]

  @Test("An engine is set up in steps, once")
  func once() throws {
    defer { leave() }
    let first = try setUp()
    #expect(first.succeeded)
    #expect(
      first.errors == """
        setup-engine: 0%, downloading about 220 MB
        setup-engine: 0%, downloading av (39 MB)
        setup-engine: 80%, installing the packages
        setup-engine: 85%, checking the engine
        setup-engine: 100%, done with the model tiny.en

        """)
    #expect(names == ["engine", "engine.lock", "python"])
    let files = try FileManager.default.contentsOfDirectory(atPath: path("engine")).sorted()
    #expect(files == ["bin", "stamp"])
    let second = try setUp()
    #expect(second.succeeded && second.errors == "")
  }

  @Test("With 2 GB of memory, the model base is added, also to an engine that is up to date")
  func base() throws {
    defer { leave() }
    #expect(try setUp().succeeded)
    #expect(!hasBase)
    let unwanted = try setUp(with: Self.roomy.merging(["HF_HUB_OFFLINE": "1"]) { $1 })
    #expect(unwanted.succeeded && unwanted.errors == "")
    let failed = try setUp(with: Self.roomy.merging(["FAKE_OFFLINE": "1"]) { $1 })
    #expect(failed.succeeded, "the engine works without it")
    #expect(
      failed.errors == """
        setup-engine: 88%, adding the model base (145 MB)
        setup-engine: the model base was not added (no network); until 'speechmemo models add base' \
        succeeds, tiny.en is used, which supports English only
        setup-engine: 100%, done with the model tiny.en

        """)
    // As in a folder that is read-only.
    try FileManager.default.removeItem(atPath: path("engine.lock"))
    try FileManager.default.createDirectory(
      atPath: path("engine.lock"), withIntermediateDirectories: false)
    let added = try setUp(with: Self.roomy)
    #expect(
      added.errors == """
        setup-engine: 88%, adding the model base (145 MB)
        setup-engine: 100%, done with the model base

        """)
    #expect(hasBase)
    let again = try setUp(with: Self.roomy)
    #expect(again.succeeded && again.errors == "")
    let other = try setUp(with: Self.roomy.merging(["SPEECHMEMO_ENGINE": path("other")]) { $1 })
    #expect(other.errors.hasSuffix("done with the model base\n"))
    #expect(!other.errors.contains("adding"))
  }

  @Test("A bundle made with 2 GB of memory has the model base, for machines with as much")
  func bundledBase() throws {
    defer { leave() }
    let bundle = path("bundle")
    let offline = ["FAKE_OFFLINE": "1", "HF_HUB_OFFLINE": "1"]
    #expect(try setUp("--bundle", bundle).errors.hasSuffix("done with the model tiny.en\n"))
    let without = try setUp("--from", bundle, with: Self.roomy.merging(offline) { $1 })
    #expect(without.errors.hasSuffix("done with the model tiny.en\n"))
    #expect(!without.errors.contains("base"))
    let made = try setUp("--bundle", bundle, with: Self.roomy)
    #expect(made.errors.contains("80%, downloading the model base (145 MB)\n"))
    #expect(made.errors.hasSuffix("done with the model base\n"))
    #expect(try setUp("--again", "--from", bundle, with: offline).succeeded)
    #expect(!hasBase)
    let with = try setUp("--from", bundle, with: Self.roomy.merging(offline) { $1 })
    #expect(with.succeeded && with.errors.hasSuffix("done with the model base\n"), "\(with.errors)")
    #expect(hasBase)
  }

  @Test("Without a network, the way to bring the engine along is explained in one line")
  func offline() throws {
    defer { leave() }
    let run = try setUp(with: ["FAKE_OFFLINE": "1"])
    #expect(run.end == .exited(1))
    #expect(
      run.errors.hasSuffix(
        """
        setup-engine: could not download the engine's packages (Name or service not known); check \
        the network, or run 'speechmemo setup-engine --bundle FILE' on a machine with one and \
        'speechmemo setup-engine --from FILE' here

        """), "\(run.errors)")
    #expect(names == ["engine.lock", "python"])
  }

  @Test("A bundle is made without setting up the engine, and installed without a network")
  func bundle() throws {
    defer { leave() }
    let made = try setUp("--bundle", path("bundle"))
    #expect(made.succeeded, "\(made.errors)")
    #expect(names == ["bundle", "engine.lock", "python"])
    let installed = try setUp("--from", path("bundle"), with: ["FAKE_OFFLINE": "1"])
    #expect(installed.succeeded, "\(installed.errors)")
    #expect(FileManager.default.fileExists(atPath: path("engine/stamp")))
  }

  @Test("A bundle with speaker models adds them to an engine that is up to date")
  func speakers() throws {
    defer { leave() }
    #expect(try setUp().succeeded)
    let made = try setUp("--speakers", "--bundle", path("bundle"))
    #expect(made.succeeded, "\(made.errors)")
    #expect(!FileManager.default.fileExists(atPath: path("engine/speakers")))
    let installed = try setUp("--from", path("bundle"))
    #expect(installed.succeeded, "\(installed.errors)")
    #expect(FileManager.default.fileExists(atPath: path("engine/speakers/stamp")))
  }

  @Test("A bundle for another Python, a damaged one, and a missing one are refused in one line")
  func refused() throws {
    defer { leave() }
    let bundle = path("bundle")
    #expect(try setUp("--bundle", bundle, with: ["FAKE_VERSION": "3.13"]).succeeded)
    #expect(
      try setUp("--from", bundle).errors == """
        setup-engine: \(bundle) is for Python 3.13 on x86_64, but this machine has Python 3.11 on \
        x86_64; make a bundle on a machine like this one, or set SPEECHMEMO_PYTHON to the bundle's \
        version of Python

        """)
    #expect(
      try setUp("--from", path("python")).errors == """
        setup-engine: \(path("python")) is not a complete bundle of 'speechmemo setup-engine \
        --bundle'

        """)
    #expect(
      try setUp("--from", path("none")).errors == """
        setup-engine: \(path("none")) cannot be read; check that it exists and is readable

        """)
    #expect(names == ["bundle", "engine.lock", "python"])
  }

  @Test("An interrupted setup leaves the earlier engine, and the next run completes")
  func interrupted() throws {
    defer { leave() }
    #expect(try setUp().succeeded)
    let fifo = path("here")
    #expect(mkfifo(fifo, 0o600) == 0)
    let nothing = try Descriptor("/dev/null", O_RDWR)
    let child = try GuardedChild(
      Self.script, ["--again"], environment: environment(["FAKE_SLOW": fifo]),
      input: nothing.number, output: nothing.number, errors: nothing.number)
    // Returns once the download runs.
    _ = try Descriptor(fifo, O_RDONLY).read(upTo: 1)
    child.terminate()
    #expect(try child.collect() == .exited(130))
    #expect(names == ["engine", "engine.lock", "here", "python"])
    #expect(try setUp("--again").succeeded)
  }

  @Test("An engine that a killed setup had moved away is used again")
  func killed() throws {
    defer { leave() }
    #expect(try setUp().succeeded)
    try FileManager.default.moveItem(atPath: path("engine"), toPath: path("engine.old"))
    try FileManager.default.createDirectory(
      atPath: path("engine.new"), withIntermediateDirectories: false)
    let run = try setUp(with: ["FAKE_OFFLINE": "1"])
    #expect(run.succeeded && run.errors == "", "\(run.errors)")
    #expect(names == ["engine", "engine.lock", "python"])
  }
}
