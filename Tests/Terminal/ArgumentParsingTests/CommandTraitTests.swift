import ArgumentParsing
import Testing

@Suite("Traits that a program gives its commands")
struct CommandTraitTests {
  private let program = Command(
    "memo", summary: "Turn speech into text",
    subcommands: [
      Command("list", summary: "List memos", run: { _ in }),
      Command(
        "serve", summary: "Serve memos", traits: [CommandTrait("alone")],
        subcommands: [
          Command(
            "once", summary: "Serve one memo", traits: [CommandTrait("brief")],
            run: { _ in })
        ],
        run: { _ in }),
    ])

  private func traits(_ line: String...) throws -> Set<String> {
    guard case .run(_, let arguments) = try program.parse(line)
    else { return [] }
    return Set(arguments.traits.map(\.name))
  }

  @Test("Parsed arguments include the traits of the command and its parents")
  func inherited() throws {
    #expect(try traits("list") == [])
    #expect(try traits("serve") == ["alone"])
    #expect(try traits("serve", "once") == ["alone", "brief"])
  }
}
