"""Generates features for macro_fuzz.py, each from its own seed. They vary in macros, nesting, access
levels, generic parameters, conditional compilation, attributes, comments, names, and payloads."""

import random

KEYWORDS = {"self", "init", "subscript", "Type", "Protocol", "Any", "Self", "case", "default", "in",
            "func", "is", "switch", "where", "repeat", "inout", "let", "class", "true"}
MEMBERS = ["embed", "extract", "is", "modify", "never", "some", "none", "append", "map", "first",
           "count", "filter", "contains", "min", "root", "Root", "Element", "Iterator",
           "self", "init", "subscript", "Type", "Protocol", "Any", "Self", "case", "default", "in",
           "func", "switch", "where", "repeat", "hashValue", "description", "rawValue", "allCases",
           "v0", "store", "paths", "path", "state", "action", "scope", "reduce", "x y", "é", "_a",
           "newValue", "initialValue", "identity", "properties", "view", "send", "let", "class"]
REFUSED = {"case": ["allCasePaths", "Cases", "AllCasePaths", "makeIterator"],
           "feature": ["Type", "Protocol", "self", "State", "Action", "body", "Body", "CaseScope",
                       "allCasePaths"]}
TRUE = ["os(Linux)", "!os(Windows)", "canImport(Foundation)", "swift(>=5.9)", "!NO_SUCH_CONDITION",
        "compiler(>=6.0) && os(Linux)", "arch(x86_64) || arch(arm64)", "(os(Linux))"]
FALSE = ["os(Windows)", "NO_SUCH_CONDITION", "canImport(NoSuchModule)", "swift(<5.0)", "false"]
PLAIN = ["Int", "String", "[Int]", "Int?", "Set<Int>", "UUID", "[String: Int]", "Swift.Double",
         "Optional<Bool>", "Never", "Array<Int>.Index"]
ODD = ["Void", "()", "(Int, String)", "Never?", "any Error", "Result<Int, any Error>",
       "Result<Void, any Error>", "Result<(Int, Int), any Error>", "() -> Void", "Void?",
       "@Sendable (Int) async throws -> Int", "Int.Type", "[(a: Int, b: Int)]", "(Never, Int)",
       "any Equatable", "((Int) -> Int)?", "(inout Int) -> Void", "Never", "Empty{n}",
       "Result<Never, Never>", "Int /* why */", "[\n  Int\n]"]


def name(text):
    return f"`{text}`" if text in KEYWORDS or " " in text else text


class Feature:
    def __init__(self, seed, number):
        self.number, self.chance = number, random.Random(f"{seed}:{number}")
        self.refused = False
        self.access = self.chance.choice(["", "", "public ", "package ", "fileprivate ", "private "])
        self.inner = self.access if self.access in ("public ", "package ") else ""
        self.uses = []
        wrapper = self.chance.choice(["none", "enum", "struct", "extension", "deep"])
        if self.access == "private " and wrapper != "none":
            # The extension that a macro generates can't see a private type nested in another type.
            self.refused = self.chance.random() < 0.05
            self.access = self.access if self.refused else "fileprivate "
        kind = self.chance.choice([self.cases, self.state, self.state_enum, self.reducer,
                                   self.reducer, self.presenter, self.presenter, self.client,
                                   self.entries, self.view])
        self.kind = kind.__name__
        declarations = "\n".join([f"{self.access}enum Empty{number} {{}}", kind()])
        use = "\n".join(self.uses)
        function = f"func use{number}() async throws {{\n{use}\n}}"
        if kind == self.entries or wrapper == "none":
            self.text = f"{declarations}\n@MainActor {self.private()}{function}"
            return
        body = f"{declarations}\n@MainActor static {self.private()}{function}"
        space = f"Space{number}"
        self.text = {
            "enum": f"{self.inner}enum {space} {{\n{body}\n}}",
            "struct": f"{self.inner}struct {space}<Parameter> {{\n"
                      f"{declarations}\n@MainActor {self.private()}func use() async throws {{\n"
                      f"{use}\n}}\n}}",
            "extension": f"{self.inner}enum {space} {{}}\nextension {space} {{\n{body}\n}}",
            "deep": f"{self.inner}struct {space} {{\n{self.inner}final class Deep {{\n{body}\n}}\n}}",
        }[wrapper]

    # Building blocks

    def maybe(self, text, likely=0.3):
        return text if self.chance.random() < likely else ""

    def private(self):
        return "private " if self.access in ("private ", "fileprivate ") else ""

    def comment(self):
        return self.maybe(self.chance.choice([
            "/// What it is for: `code`, \"quotes\".\n", "// A comment, with #if in it.\n",
            "/* A block. */\n", "/** Documentation\n  in a block. */\n", "\n\n", "/// a\n\n// b\n",
            "// MARK: - A part\n"]), 0.2)

    def names(self, count, refusable=None):
        pool = [f"case{i}" for i in range(count)] + self.chance.sample(MEMBERS, min(count, 6))
        chosen = self.chance.sample(pool, count)
        if refusable and self.chance.random() < 0.03:
            chosen[0] = self.chance.choice(REFUSED[refusable])
            self.refused = True
        return chosen

    def conditional(self, members):
        """Returns the members' text, some within `#if`, and the members that are compiled."""
        text, live, rest = [], [], list(members)
        while rest:
            count = self.chance.randint(1, len(rest))
            part, rest = rest[:count], rest[count:]
            lines = "\n".join(text for text, _ in part)
            way = self.chance.choice(["plain"] * 4 + ["if", "else", "elseif", "nested", "dead"])
            true, false = self.chance.choice(TRUE), self.chance.choice(FALSE)
            other = self.maybe(self.comment(), 0.5)
            text.append({
                "plain": lines, "if": f"#if {true}\n{lines}\n#endif",
                "else": f"#if {false}\n{other}#else\n{lines}\n#endif",
                "elseif": f"#if {false}\n#elseif {true} // here\n{lines}\n#else\n{other}#endif",
                "nested": f"#if {true}\n#if {false}\n#else\n{lines}\n#endif\n{other}#endif",
                "dead": f"#if {false}\n{lines}\n#elseif {false}\n#endif"}[way])
            live += [value for _, value in part] if way != "dead" else []
        return "\n".join(text), live

    def generics(self):
        """Returns generic parameters, their where clause, arguments, and types that use them."""
        if self.chance.random() < 0.7:
            return "", "", "", []
        return self.chance.choice([
            ("<Value: Sendable>", "", "<Int>", ["Value", "[Value]", "Value?"]),
            ("<A: Sendable, B: Equatable>", " where B: Sendable", "<Int, String>", ["A", "(A, B)"]),
            ("<Element: Hashable & Sendable>", "", "<Int>", ["Element", "Set<Element>"]),
            ("<Root: Sendable>", "", "<String>", ["Root", "[Root]"])])

    # Enums

    def case_list(self, types, refusable="case", likely=0.7):
        members = []
        for text in self.names(self.chance.randint(1, 6), refusable):
            count = self.chance.choice([0, 1, 1, 1, 2, 3]) if self.chance.random() < likely else 0
            payload, labels = [], ["", "", "label: ", "_ x: ", "in: ", "`self`: ", "`inout`: "]
            for label in self.chance.sample(labels, count):
                value = self.chance.choice(types).replace("{n}", str(self.number))
                # The compiler warns about the closure that these names require.
                if text in ("self", "Type", "Protocol") and ("Never" in value or "Empty" in value):
                    value = "Int"
                payload.append(label + value + self.maybe(" /* a */", 0.05))
            attribute = self.maybe(self.chance.choice([
                "@available(*, deprecated) ", "@available(*, unavailable)\n", "indirect ",
                "@available(*, deprecated, message: \"no\")\n"]), 0.12)
            if "indirect" in attribute and not payload:
                attribute = ""
            line = f"{self.comment()}{attribute}case {name(text)}"
            line += f"({', '.join(payload)})" if payload else ""
            line += self.maybe(" // behind", 0.1)
            there = None if "unavailable" in attribute else (text, payload)
            members.append((line, there))
        return members

    def cases(self):
        parameters, where, arguments, mentioned = self.generics()
        equatable = not mentioned and self.chance.random() < 0.3
        text, live = self.conditional(self.case_list(PLAIN if equatable else PLAIN + ODD + mentioned))
        lookup = self.maybe("@dynamicMemberLookup\n")
        conforms = ": " + self.chance.choice(["Hashable", "Equatable, Sendable"]) if equatable else ""
        marks = self.chance.choice(["@CasePathable ", "@CasePathable\n", "@CasePaths.CasePathable // x\n"])
        root = f"Cases{self.number}"
        self.use_cases(root + arguments, live)
        nested = self.maybe(f"@CasePathable {self.inner}enum Nested {{ case a, b(Int) }}\n"
                            f"{self.inner}var text: String {{ \"\" }}\n")
        indirect = "" if "indirect" in text else self.maybe("indirect ", 0.1)
        return (f"{self.comment()}{lookup}{marks}{self.access}{indirect}"
                f"enum {root}{parameters}{conforms}{where} {{\n{text}\n{nested}}}")

    def use_cases(self, root, live):
        self.uses.append(f"func check(_ value: {root}) {{")
        for case in filter(None, live):
            text, payload = case
            self.uses.append(f"let _: PartialCaseKeyPath<{root}> = \\.{name(text)}")
            self.uses.append(f"_ = value.is(\\.{name(text)})")
            self.uses.append(f"_ = value[case: \\.{name(text)}]")
            if len(payload) == 1 and ":" not in payload[0] and payload[0] in PLAIN:
                self.uses.append(f"let _: CaseKeyPath<{root}, {payload[0]}> = \\.{name(text)}")
        self.uses.append(f"_ = Array({root}.allCasePaths)\n_ = {root}.allCasePaths[value]\n}}\n_ = check")

    # States

    def properties(self, extra=()):
        members = []
        for text in self.names(self.chance.randint(1, 6)):
            if text in ("self", "init", "Self", "Type", "Protocol", "hashValue", "description"):
                text += "1"
            access = self.chance.choice(["", "", "", "private(set) ", "fileprivate "])
            access = access or self.inner
            variable = name(text)
            line, use = self.chance.choice([
                (f"{access}var {variable} = 0", f"_ = value.{variable}"),
                (f"{access}var {variable}: Int = 1 // one", f"value.{variable} += 1"),
                (f"{access}var {variable}: [Int] = []", f"value.{variable}.append(1)"),
                (f"{access}var {variable}: String?", f"value.{variable} = nil"),
                (f"{self.inner}let {variable} = true", f"_ = value.{variable}"),
                (f"{self.inner}static var {variable}: Int {{ 1 }}", ""),
                (f"{self.inner}var {variable}: Int {{ 1 }}", f"_ = value.{variable}"),
                (f"{self.inner}var {variable}: Int {{ get {{ 2 }} set {{ }} }}", f"value.{variable} = 1"),
                (f"{self.inner}var {variable} = 0 {{ didSet {{ _ = oldValue }} }}", f"value.{variable} = 1"),
                (f"{self.inner}var {variable}: Int = 0 {{\nwillSet(next) {{ print(next) }}\n}}", ""),
                (f"@Presents {access}var {variable}: AlertState<Never>?", f"_ = value.{variable}"),
                (f"@Presents\n{access}var {variable}: ConfirmationDialogState<Int>? = nil",
                 f"value.{variable} = nil"),
                (f"@ObservationStateIgnored {access}var {variable} = 0", f"value.{variable} += 1"),
                (f"@Shared(.inMemory(\"a{self.number}\")) {self.inner}var {variable} = 0",
                 f"_ = value.{variable}"),
                (f"@SharedReader(value: 1) {self.inner}var {variable}: Int", ""),
                (f"@available(*, deprecated) {self.inner}var {variable} = 0", ""),
                (f"{self.inner}var {variable}: (a: Int, b: Int) = (1, 2)", f"value.{variable}.a = 2"),
                (f"{self.inner}var {variable}: Result<Int, any Error> = .success(1)", ""),
                (f"{self.inner}func {variable}(_ x: Int) -> Int {{ x }}", f"_ = value.{variable}(1)")])
            if "(set)" in access or access == "fileprivate ":
                use = ""
            if " y`" in variable and "@Presents" in line:
                continue
            members.append((self.comment() + line, use))
        if self.chance.random() < 0.03:
            self.refused = True
            members.append((f"{self.inner}var left = 0, right = 1", ""))
        return self.conditional(members + list(extra))

    def struct_state(self, root, parameters="", conforms="", value=None):
        extra, initial = [], f"{self.inner}init() {{}}"
        if value:
            extra = [(f"{self.inner}var generic: {value}", "")]
            initial = f"{self.inner}init(_ generic: {value}) {{ self.generic = generic }}"
        text, uses = self.properties()
        for line, _ in extra:
            text += "\n" + line
        return (f"{self.comment()}@ObservableState\n{self.inner}struct {root}{parameters}{conforms} "
                f"{{\n{text}\n{initial}\n}}"), uses

    def state(self):
        parameters, where, arguments, mentioned = self.generics()
        root, value = f"State{self.number}", mentioned[0] if mentioned else None
        text, uses = self.struct_state(root, parameters + where, value=value)
        argument = {"<Int>": "1", "<Int, String>": "1", "<String>": "\"\""}.get(arguments, "")
        self.uses.append(f"var value = {root}{arguments}({argument})\n"
                         f"value = {root}{arguments}({argument})")
        self.uses += uses
        if self.inner:
            return text
        return text.replace(f"struct {root}", f"{self.access}struct {root}", 1)

    def state_enum(self):
        parameters, where, arguments, mentioned = self.generics()
        text, live = self.conditional(self.case_list(PLAIN + ODD + mentioned, None))
        root, pathable = f"State{self.number}", self.maybe("@CasePathable @dynamicMemberLookup\n", 0.6)
        if "allCasePaths" in text:
            pathable = ""
        if pathable:
            self.use_cases(root + arguments, live)
        self.uses.append(f"func changed(_ value: {root}{arguments}) {{ var value = value\n"
                         "_ = value._$id\nvalue._$willModify() }\n_ = changed")
        return f"{self.comment()}{pathable}@ObservableState {self.access}enum {root}{parameters}{where} {{\n{text}\n}}"

    # Reducers

    def leaf(self, root):
        access, inner = self.access, self.inner
        state = self.chance.choice(["observed", "observed", "plain", "number", "none", "enum"])
        action = self.chance.choice(["cases", "cases", "empty", "none", "never"])
        body = self.chance.choice(["of", "written", "self", "function", "builder", "none", "if"])
        if body == "none":
            state = "observed" if state == "number" else state
        elif "none" in (state, action):
            state, action = "plain" if state == "none" else state, "cases" if action == "none" else action
        parts = []
        parts.append({
            "observed": f"@ObservableState\n{inner}struct State: Equatable {{\n{inner}var count = 0\n"
                        f"{inner}init() {{}}\n}}",
            "plain": f"{inner}struct State: Equatable {{ {inner}init() {{}} }}",
            "number": f"{inner}typealias State = Int", "none": "",
            "enum": f"{self.maybe('@ObservableState ')}{inner}enum State: Equatable {{ case a, b(Int) }}"}[state])
        text, live = self.conditional(self.case_list(["Int", "String", "Never"], "case"))
        parts.append({"cases": f"{inner}enum Action {{\n{text}\n}}", "empty": f"{inner}enum Action {{}}",
                      "none": "", "never": f"{inner}enum Action {{ case a(Never) }}"}[action])
        reduce = self.chance.choice([
            "Reduce { _, _ in .none }", "EmptyReducer()", "Reduce<State, Action> { _, _ in .none }",
            "CombineReducers { EmptyReducer()\nReduce { state, action in .run { _ in } } }"])
        parts.append({
            "of": f"{inner}var body: some ReducerOf<Self> {{\n{reduce}\n}}",
            "written": f"{inner}var body: some Reducer<State, Action> {{\n{reduce}\n}}",
            "self": f"{inner}var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {{ {reduce} }}",
            "builder": f"@ReducerBuilder<State, Action>\n{inner}var body: some Reducer<State, Action> {{ {reduce} }}",
            "function": f"{inner}func reduce(into state: inout State, action: Action) -> Effect<Action> "
                        "{\n.none\n}",
            "if": f"#if os(Windows)\n#else\n{self.comment()}{inner}var body: some ReducerOf<Self> {{\n#if os(Linux)\n"
                  f"{reduce}\n#endif\n}}\n#endif", "none": ""}[body])
        parts.append(f"{inner}init() {{}}")
        parts.append(self.maybe(f"@Dependency(\\.date) {self.private()}var date\n"
                                "@Dependency(\\.continuousClock) private var clock"))
        head, tail = parts[:2], parts[2:]
        self.chance.shuffle(head)
        parts = "\n".join(head + tail)
        mark = self.chance.choice(["@Reducer ", "@Reducer\n", "@ComposableArchitecture.Reducer // a\n"])
        return f"{self.comment()}{mark}{access}struct {root} {{\n{parts}\n}}"

    def reducer(self):
        root = f"Reducer{self.number}"
        text = self.leaf(root)
        self.uses.append(f"_ = {root}()\n_ = {root}.Action.self\n_ = {root}.State.self")
        if self.chance.random() < 0.3:
            # A feature that uses the types of its parent.
            index = text.rindex("\n}")
            inner = (f"\n@Reducer {self.inner}struct Inner {{\n{self.inner}init() {{}}\n"
                     f"{self.inner}var body: some Reducer<State, Action> {{ EmptyReducer() }}\n}}")
            if "State" in text and "Action" in text and "init() {}" in text:
                if "struct State" in text or "enum State" in text or "typealias State" in text:
                    if "enum Action" in text:
                        text = text[:index] + inner + text[index:]
                        self.uses.append(f"_ = {root}.Inner()")
        return text

    def presenter(self):
        n, inner = self.number, self.inner
        leaves = [f"Leaf{n}{letter}" for letter in "ABC"[:self.chance.randint(1, 3)]]
        texts = [self.leaf(leaf) for leaf in leaves]
        cases = []
        for text in self.names(self.chance.randint(1, 5), "feature"):
            if text in ("Type", "Protocol", "Self", "self") and not self.refused:
                continue
            leaf = self.chance.choice(leaves)
            cases.append((self.comment() + self.chance.choice([
                f"case {name(text)}({leaf})", f"case {name(text)}({leaf} = {leaf}())",
                f"case {name(text)}(_ x: {leaf})", f"case {name(text)}(AlertState<Never>)",
                f"case {name(text)}(AlertState<Button>)", f"case {name(text)}(Never)",
                f"case {name(text)}", f"case {name(text)}(Int, in: String)", f"case {name(text)}([Int])",
                f"@ReducerCaseIgnored case {name(text)}(Button) // data",
                f"@ReducerCaseEphemeral\ncase {name(text)}(AlertState<Button>)",
                f"case {name(text)}(ConfirmationDialogState<Never>)", f"case {name(text)}(label: {leaf})",
                f"@available(*, deprecated) case {name(text)}({leaf})",
                f"@available(*, unavailable) case {name(text)}({leaf})"]), text))
        text, live = self.conditional(cases)
        path = f"Path{n}"
        enum = (f"{self.comment()}@Reducer\n{self.access}{self.maybe('indirect ', 0.1)}enum {path} {{\n{text}\n"
                f"{self.maybe('@CasePathable ')}{inner}enum Button {{ case ok }}\n}}")
        root = f"Presenter{n}"
        way = self.chance.choice(["presents", "stack", "both", "none"])
        state, action, body = [], [f"case own(Int)"], "Reduce { _, _ in .none }"
        if way in ("presents", "both"):
            state.append(f"@Presents {inner}var destination: {path}.State?")
            action.append(f"case destination(PresentationAction<{path}.Action>)")
            body += "\n.ifLet(\\.$destination, action: \\.destination)"
        if way in ("stack", "both"):
            state.append(f"{inner}var path = StackState<{path}.State>()")
            action.append(f"case path(StackActionOf<{path}>)")
            body += "\n.forEach(\\.path, action: \\.path)"
        if self.chance.random() < 0.4:
            state.append(f"{inner}var text = \"\"")
            action.append("case binding(BindingAction<State>)")
            body = "BindingReducer()\n" + body
        bindable = ": BindableAction" if "BindingReducer" in body else ""
        presenter = (f"@Reducer\n{self.access}struct {root} {{\n@ObservableState\n{inner}struct State {{\n"
                     + "\n".join(state) + f"\n{inner}init() {{}}\n}}\n{inner}enum Action{bindable} {{\n"
                     + "\n".join(action) + f"\n}}\n{inner}init() {{}}\n"
                     f"{inner}var body: some ReducerOf<Self> {{\n{body}\n}}\n}}")
        self.uses.append(f"let store = Store(initialState: {root}.State()) {{ {root}() }}\n_ = store")
        self.uses.append(f"func look(_ store: StoreOf<{path}>) {{ _ = store.case }}\n_ = look")
        self.uses.append(f"_ = Array({path}.State.allCasePaths)\n_ = Array({path}.Action.allCasePaths)")
        parts = texts + [enum, presenter]
        self.chance.shuffle(parts)
        return "\n".join(parts)

    def view(self):
        root, n = f"Viewed{self.number}", self.number
        store = self.chance.choice([f"let store: StoreOf<{root}>", f"var store: StoreOf<{root}>",
                                    f"#if os(Linux)\n// the store\nlet store: StoreOf<{root}>\n#endif"])
        if self.inner and self.chance.random() < 0.1:
            self.refused = True  # The store is less accessible than the view.
        else:
            store = store.replace("let", f"{self.inner}let").replace("var", f"{self.inner}var")
        text, live = self.conditional(self.case_list(["Int", "String"], None))
        send = "".join(f"send(.{name(case[0])})\n" for case in filter(None, live) if not case[1])
        inner = self.inner
        return (f"@Reducer {self.access}struct {root} {{\n@ObservableState {inner}struct State {{ {inner}init() {{}} }}\n"
                f"{inner}enum Action: ViewAction {{ case view(View)\n@CasePathable {inner}enum View {{\n{text}\n}} }}\n"
                f"{inner}var body: some ReducerOf<Self> {{ EmptyReducer() }}\n}}\n"
                f"@ViewAction(for: {root}.self) @MainActor {self.access}struct View{n} {{\n{store}\n"
                f"func tap() {{\n{send}}}\n}}")

    # Dependencies

    def client(self):
        root, members = f"Client{self.number}", []
        for text in self.names(self.chance.randint(1, 6)):
            variable, inner = name(text if text not in ("init", "self", "Type", "Protocol", "Self")
                                   else text + "1"), self.inner
            members.append((self.comment() + self.chance.choice([
                f"{inner}var {variable}: @Sendable () -> Void",
                f"{inner}var {variable}: @Sendable () async throws -> Int // async",
                f"{inner}var {variable}: @Sendable (_ id: Int, _ in: String) throws -> [Int]",
                f"{inner}var {variable}: @Sendable (Int) -> Int = {{ $0 }}",
                f"{inner}var {variable}: @Sendable (_ x: Int) async -> String? = {{ _ in nil }}",
                f"{inner}var {variable}: @Sendable (_ number: inout Int) throws -> Void",
                f"{inner}var {variable}: (@Sendable () -> Void)?",
                f"{inner}let {variable}: Int", f"{inner}var {variable} = 3",
                f"@DependencyEndpoint(method: \"go\") {inner}var {variable}: @Sendable (_ to: Int) throws -> Void",
                f"@DependencyEndpointIgnored {inner}var {variable}: @Sendable () -> Int = {{ 1 }}",
                f"{inner}var {variable}: @MainActor @Sendable (_ a: Int) async -> Void",
                f"{inner}var {variable}: @Sendable () -> Never",
                f"{inner}var {variable}: @Sendable () throws -> Never",
                f"{inner}var {variable}: @Sendable () -> (a: Int, b: Int) = {{ (1, 2) }}",
                f"{inner}var {variable}: @Sendable () -> AsyncStream<Int> = {{ .finished }}",
                f"{inner}var {variable}: @Sendable (_ a: @escaping @Sendable () -> Void) -> Void",
                f"{inner}static var {variable}: Int {{ 1 }}", f"{inner}var {variable}: Int {{ 1 }}",
                f"{inner}func {variable}(_ x: Int) -> Int {{ x }}"]), variable))
        text, live = self.conditional(members)
        if text.count("method: \"go\"") > 1:
            text = text.replace("@DependencyEndpoint(method: \"go\") ", "")
        if self.chance.random() < 0.05:
            text += f"\n{self.inner}var undecided: @Sendable () -> Int"
            self.refused = True
        self.uses.append(f"func call(_ client: {root}) {{ _ = client }}\n_ = call")
        return f"{self.comment()}@DependencyClient\n{self.access}struct {root}: Sendable {{\n{text}\n}}"

    def entries(self):
        entries, n = [], self.number
        for index, text in enumerate(self.names(self.chance.randint(1, 4))):
            variable = f"{text.replace(' ', '')}{n}x{index}"
            access = self.chance.choice(["", "public ", "fileprivate ", "package "])
            entries.append((self.comment() + self.chance.choice([
                f"@DependencyEntry {access}var {variable} = {index}",
                f"@DependencyEntry {access}var {variable}: [Int] = []",
                f"@DependencyEntry {access}var {variable} = Date()",
                f"@DependencyEntry(liveValue: 2) {access}var {variable}: Int = 1",
                f"@DependencyEntry(liveValue: Date.now) {access}var {variable} = Date()",
                f"@DependencyEntry(previewValue: [1]) {access}var {variable}: [Int] = []",
                f"@DependencyEntry(liveValue: \"a\", previewValue: \"b\") {access}var {variable} = \"\"",
                f"@DependencyEntry(\"Key{n}x{index}\")\n{access}var {variable}: Int? = nil",
                f"@DependencyEntry(\"Key{n}x{index}\", liveValue: 3) {access}var {variable} = 1",
                f"@DependencyEntry {access}var {variable}: any Equatable & Sendable = 1",
                f"@DependencyEntry {access}var {variable}: @Sendable (Int) -> Int = {{ $0 }}",
            ]), variable))
        text, live = self.conditional(entries)
        self.uses += [f"@Dependency(\\.{variable}) var {variable}\n_ = {variable}" for variable in live]
        return f"extension DependencyValues {{\n{text}\n}}"
