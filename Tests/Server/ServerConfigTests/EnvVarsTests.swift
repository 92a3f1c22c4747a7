import ServerConfig
import Testing

struct EnvVarsTests {
  @Test("The environment overrides the file, and an empty value is unset")
  func order() throws {
    let file = try EnvFile("A=file\nB=file\nC=file\n", named: "server.env")
    let vars = EnvVars(process: ["A": "process", "C": "", "D": ""], file: file)
    #expect(vars["A"] == "process")
    #expect(vars["B"] == "file")
    #expect(vars["C"] == nil, "it is set to nothing by who starts the process")
    #expect(vars["D"] == nil && vars["E"] == nil)
  }

  @Test("A file has a variable in a line, with spaces around it, comments and quotes")
  func file() throws {
    let file = try EnvFile(
      """
      # Where it listens.
        HOST = 0.0.0.0\u{20}

      NAMES="a b"
      QUOTE='say "yes"'
      EMPTY=
      SIGN=a=b#c
      \tLAST=1\r
      """, named: "server.env")
    let vars = EnvVars(process: [:], file: file)
    for (name, value) in [
      ("HOST", "0.0.0.0"), ("NAMES", "a b"), ("QUOTE", #"say "yes""#), ("SIGN", "a=b#c"),
      ("LAST", "1"),
    ] {
      #expect(vars[name] == value)
    }
    #expect(vars["EMPTY"] == nil)
  }

  @Test(
    "An invalid line is reported with its number",
    arguments: [
      ("A=1\nnonsense", "server.env, line 2: write NAME=value"),
      ("A B=1", "server.env, line 1: 'A B' is not a variable name"),
      ("\n\n1A=1", "server.env, line 3: '1A' is not a variable name"),
      ("=1", "server.env, line 1: '' is not a variable name"),
      (#"A="1"#, "server.env, line 1: the closing quotation mark is missing"),
      ("A='", "server.env, line 1: the closing quotation mark is missing"),
    ])
  func badFile(text: String, problem: String) {
    #expect(throws: EnvVars.Problem(problem)) { try EnvFile(text, named: "server.env") }
  }

  @Test("An invalid value is reported with its variable, and its line in a file")
  func badValue() throws {
    let file = try EnvFile("\nPORT=many\nON=maybe", named: "server.env")
    let vars = EnvVars(process: ["ON": "perhaps", "JOBS": "0"], file: file)
    #expect(
      throws: EnvVars.Problem(
        "server.env, line 2: PORT is 'many' but must be a whole number from 0 to 9")
    ) {
      try vars.value(of: "PORT") { text throws(InvalidValue) in try Int(setting: text, in: 0...9) }
    }
    #expect(throws: EnvVars.Problem("ON is 'perhaps' but must be 1 or 0")) {
      try vars.value(of: "ON") { text throws(InvalidValue) in try Bool(setting: text) }
    }
    #expect(throws: EnvVars.Problem("JOBS is '0' but must be from 1 to 9")) {
      try vars.value(of: "JOBS") { text throws(InvalidValue) in try Int(setting: text, in: 1...9) }
    }
    #expect(
      try vars.value(of: "NONE") { text throws(InvalidValue) in
        try Int(setting: text, in: 1...9)
      } == nil
    )
    let words = EnvVars(process: ["A": "YES", "B": "off"])
    #expect(
      try words.value(of: "A") { text throws(InvalidValue) in try Bool(setting: text) } == true)
    #expect(
      try words.value(of: "B") { text throws(InvalidValue) in try Bool(setting: text) } == false)
  }
}
