import Foundation
import RuntimeInternals
import Testing

/// Lookups in the loaded libraries, and casts to other types.
struct SymbolTests {
  @Test("A symbol that a loaded library has is found, another is not")
  func symbols() {
    #expect(LoadedSymbol.address(of: "swift_retain") != nil)
    #expect(LoadedSymbol.address(of: "no_such_symbol") == nil)
    typealias Function = @convention(c) (Int32) -> Int32
    #expect(LoadedSymbol.function(named: "abs", as: Function.self)?(-3) == 3)
  }

  @Test("The runtime has the hook that sends tasks to the main actor")
  func globalExecutor() {
    #expect(GlobalExecutor.canRedirect)
  }

  @Test("A function of a list of arguments takes an array")
  func variadic() {
    func join(_ parts: String...) -> String { parts.joined(separator: "-") }
    #expect(takingArray(join)(["a", "b", "c"]) == "a-b-c")
    #expect(takingArray(join)([]) == "")
    let pairs = takingArray(Dictionary<String, Int>.init(dictionaryLiteral:))
    #expect(pairs([("a", 1), ("b", 2)]) == ["a": 1, "b": 2])
  }

  @Test("A signal is known to be ignored")
  func signals() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    #expect(!action.isIgnored)
    action.__sigaction_handler.sa_handler = { _ in }
    #expect(!action.isIgnored)
    // SIGURG is ignored by default, and no code here handles it.
    let before = signal(SIGURG, SIG_IGN)
    defer { signal(SIGURG, before) }
    sigaction(SIGURG, nil, &action)
    #expect(action.isIgnored)
  }
}
