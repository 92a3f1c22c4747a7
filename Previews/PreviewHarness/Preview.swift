public import ComposableArchitecture
public import ComposableTerminal
public import Styleguide
public import TerminalClient
public import TerminalUI

/// A program that runs a feature by itself, from named states.
@MainActor
public struct Preview<Feature: Reducer> {
  public struct StartingState {
    public let name: String
    let isLarge: Bool
    let state: () -> Feature.State
    let prepareDependencies: (inout DependencyValues) -> Void

    /// `isLarge` marks a bigger version of another state, whose keys are not checked again.
    /// `state` is evaluated with the preview's dependencies, which provide its shared values.
    public init(
      _ name: String, isLarge: Bool = false, _ state: @autoclosure @escaping () -> Feature.State,
      withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in }
    ) {
      self.name = name
      self.isLarge = isLarge
      self.state = state
      self.prepareDependencies = prepareDependencies
    }
  }

  /// A screen that a script reaches from a state, with keys to check.
  public struct Place {
    let largest: Size
    let name: String
    let state: String
    let script: String

    /// `largest` limits the terminal's size, for example for a page that must scroll.
    public init(
      _ name: String, from state: String = "usual", _ script: String,
      upTo largest: Size = Size(width: .max, height: .max)
    ) {
      self.largest = largest
      self.name = name
      self.state = state
      self.script = script
    }
  }

  let isProgram: Bool
  let name: String
  let places: [Place]
  let states: [StartingState]
  let reducer: () -> Feature
  let prepareDependencies: (inout DependencyValues) -> Void
  let screen: (StoreOf<Feature>) -> any Screen
  let onStart: (StoreOf<Feature>) -> Void
  let onStop: (StoreOf<Feature>) async throws -> Void

  /// `isProgram` marks a whole program, in which every effect of a key is visible; a single feature
  /// reports some of them to its parent only. `onStart` sends the action that starts the feature.
  /// `onStop` runs after the terminal is restored, even if the task is canceled, but not after a
  /// script.
  public init(
    _ name: String, states: [StartingState], places: [Place] = [], isProgram: Bool = false,
    withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in },
    reducer: @escaping () -> Feature,
    screen: @escaping (StoreOf<Feature>) -> any Screen,
    onStart: @escaping (StoreOf<Feature>) -> Void = { _ in },
    onStop: @escaping (StoreOf<Feature>) async throws -> Void = { _ in }
  ) {
    self.isProgram = isProgram
    self.name = name
    self.places = places
    self.states = states
    self.prepareDependencies = prepareDependencies
    self.reducer = reducer
    self.screen = screen
    self.onStart = onStart
    self.onStop = onStop
  }

  /// A single feature's screen may have no key to quit. A program has its own.
  var quitKeys: Set<Key> { isProgram ? [] : ["q"] }

  func store(
    _ start: StartingState, log: ((String) -> Void)? = nil,
    control: (inout DependencyValues) -> Void = { _ in }
  ) -> StoreOf<Feature> {
    store(
      start,
      printer: log.map { log in
        _ReducerPrinter<Feature.State, Feature.Action> { action, old, new in
          log("action: \(String(customDumping: action))")
          log(diff(old, new) ?? "  (no change)")
        }
      }, control: control)
  }

  func store(
    _ start: StartingState, printer: _ReducerPrinter<Feature.State, Feature.Action>?,
    control: (inout DependencyValues) -> Void
  ) -> StoreOf<Feature> {
    let store = withoutActuallyEscaping(control) { control in
      Store(initialState: start.state()) {
        reducer()._printChanges(printer)
      } withDependencies: {
        $0.context = .preview
        // No parent presents the feature.
        $0.dismiss = DismissEffect {}
        control(&$0)
        prepareDependencies(&$0)
        start.prepareDependencies(&$0)
      }
    }
    onStart(store)
    return store
  }

  /// Runs a script with a fixed clock, fixed IDs, and a fixed date, so that the result is always
  /// the same. `output` receives each frame, preceded by a line with its step. `file` is the path of
  /// a recording to write.
  public func play(
    _ script: String, from start: StartingState, size: Size = Size(width: 80, height: 24),
    glyphs: Glyphs = .unicode, actions: Bool = false, styles: Bool = false, file: String? = nil,
    output: @escaping (String) -> Void
  ) async throws {
    try await play(
      ScriptStep.parse(script), from: start, size: size, glyphs: glyphs, actions: actions,
      file: file
    ) {
      output("== \($0)\n\(styles ? $1.styledText : $1.text)")
    } log: {
      output($0)
    }
  }

  func play(
    _ steps: [(word: String, steps: [ScriptStep])], from start: StartingState, size: Size,
    glyphs: Glyphs = .unicode, actions: Bool, file path: String? = nil,
    show: @escaping (String, Frame) -> Void, log: @escaping (String) -> Void
  ) async throws {
    let session = PreviewSession(
      self, from: start, size: size, glyphs: glyphs, log: actions ? log : nil)
    await session.begin()
    let file = try path.map {
      try SessionFile(path: $0, header(of: start, size), frame: session.frame)
    }
    show(start.name, session.frame)
    for (word, parts) in steps where !Task.isCancelled {
      try file?.beginStep(word)
      for step in parts { await session.perform(step) }
      try file?.endStep(session.frame)
      show(word, session.frame)
    }
    try file?.end()
  }
}
