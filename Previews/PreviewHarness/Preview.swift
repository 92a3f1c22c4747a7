public import ComposableArchitecture
public import ComposableTerminal
public import Styleguide
public import TerminalClient
public import TerminalUI

/// A feature alone, in states that have names.
///
/// ```swift
/// let preview = Preview("CounterPreview", states: [.init("zero", Counter.State())]) {
///   Counter()
/// } screen: {
///   CounterScreen(store: $0)
/// }
/// exit(await preview.run(terminal: .liveValue))
/// ```
@MainActor
public struct Preview<Feature: Reducer> {
  /// A state to begin with.
  public struct StartingState {
    public let name: String
    let isLarge: Bool
    let isLive: Bool
    let state: () -> Feature.State
    let prepareDependencies: (inout DependencyValues) -> Void

    /// - Parameters:
    ///   - name: What `--state` calls it.
    ///   - isLarge: Whether it is another state with more in it: its keys are those of that one, and
    ///     are not checked again.
    ///   - isLive: Whether it is no preview, but the real thing: dependencies have their live values,
    ///     and time goes by as it does. A script waits a moment after each step, and what it shows
    ///     may be different the next time.
    ///   - state: The state. It is made when it is shown, with the dependencies of the preview, so
    ///     that what it shares comes from these.
    ///   - prepareDependencies: What this state needs besides the preview's dependencies.
    public init(
      _ name: String, isLarge: Bool = false, isLive: Bool = false,
      _ state: @autoclosure @escaping () -> Feature.State,
      withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in }
    ) {
      self.name = name
      self.isLarge = isLarge
      self.isLive = isLive
      self.state = state
      self.prepareDependencies = prepareDependencies
    }
  }

  /// A place that no state begins in, and how to come to it: its keys are checked, too.
  public struct Place {
    let largest: Size
    let name: String
    let state: String
    let script: String

    /// - Parameters:
    ///   - name: What it is called where something is wrong there.
    ///   - state: The name of the state to begin with.
    ///   - script: How to come to it, as ``ScriptStep/parse(_:)`` reads it.
    ///   - largest: The largest terminal that has it, such as one in which a page has to be scrolled.
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

  let isWhole: Bool
  let name: String
  let places: [Place]
  let states: [StartingState]
  let reducer: () -> Feature
  let prepareDependencies: (inout DependencyValues) -> Void
  let screen: (StoreOf<Feature>) -> any Screen
  let onStart: (StoreOf<Feature>) -> Void
  let onStop: (StoreOf<Feature>) async throws -> Void

  /// - Parameters:
  ///   - name: The program's name.
  ///   - states: The states to begin with; the first one unless another is asked for.
  ///   - places: Where else a person comes to from there.
  ///   - isWhole: Whether it is a whole program, in which all that keys do is seen. A feature alone
  ///     tells its parent of some of it.
  ///   - prepareDependencies: Overrides the preview values of dependencies.
  ///   - reducer: The feature.
  ///   - screen: What it looks like, and what it does with keys. Ctrl-C ends the preview, and so does
  ///     a key that the screen offers for it.
  ///   - onStart: What whoever presents the feature does first: it sends the action that starts it.
  ///   - onStop: What is to be done before the program ends, the terminal given back already. Not
  ///     called under a script's control, where time does not go by itself, unless the state is
  ///     live. Called however the preview ends, also when its task is cancelled.
  public init(
    _ name: String, states: [StartingState], places: [Place] = [], isWhole: Bool = false,
    withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in },
    reducer: @escaping () -> Feature,
    screen: @escaping (StoreOf<Feature>) -> any Screen,
    onStart: @escaping (StoreOf<Feature>) -> Void = { _ in },
    onStop: @escaping (StoreOf<Feature>) async throws -> Void = { _ in }
  ) {
    self.isWhole = isWhole
    self.name = name
    self.places = places
    self.states = states
    self.prepareDependencies = prepareDependencies
    self.reducer = reducer
    self.screen = screen
    self.onStart = onStart
    self.onStop = onStop
  }

  /// A store that begins in a state.
  ///
  /// - Parameters:
  ///   - start: The state.
  ///   - log: Gets what each action was and did, if anybody wants to know.
  ///   - control: Overrides the dependencies further.
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

  /// - Parameter printer: Gets each action with the states before and after it.
  func store(
    _ start: StartingState, printer: _ReducerPrinter<Feature.State, Feature.Action>?,
    control: (inout DependencyValues) -> Void
  ) -> StoreOf<Feature> {
    let store = withoutActuallyEscaping(control) { control in
      Store(initialState: start.state()) {
        reducer()._printChanges(printer)
      } withDependencies: {
        $0.context = start.isLive ? .live : .preview
        // Nobody presents the feature.
        $0.dismiss = DismissEffect {}
        // Ids that come again, or a date that stands still, have no place in a real library.
        if !start.isLive { control(&$0) }
        prepareDependencies(&$0)
        start.prepareDependencies(&$0)
      }
    }
    onStart(store)
    return store
  }

  /// Does what a script says, on a clock, ids and a date of its own: the same each time.
  ///
  /// - Parameters:
  ///   - script: Steps, as ``ScriptStep/parse(_:)`` reads them.
  ///   - start: The state to begin with.
  ///   - size: How large the frames are.
  ///   - glyphs: The signs that are drawn with.
  ///   - actions: Whether to tell of each action what it did.
  ///   - output: Gets each frame as text, after a line that says what was done.
  public func play(
    _ script: String, from start: StartingState, size: Size = Size(width: 80, height: 24),
    glyphs: Glyphs = .unicode, actions: Bool = false, output: @escaping (String) -> Void
  ) async throws {
    try await play(
      ScriptStep.parse(script), from: start, size: size, glyphs: glyphs, actions: actions
    ) {
      output("== \($0)\n\($1.text)")
    } log: {
      output($0)
    }
  }

  /// - Parameters:
  ///   - show: Gets each frame, and the word for what was done before it.
  ///   - log: Gets what each action was and did, if `actions` are asked for.
  func play(
    _ steps: [(word: String, steps: [ScriptStep])], from start: StartingState, size: Size,
    glyphs: Glyphs = .unicode, actions: Bool, show: @escaping (String, Frame) -> Void,
    log: @escaping (String) -> Void
  ) async throws {
    let session = PreviewSession(
      self, from: start, size: size, glyphs: glyphs, log: actions ? log : nil)
    await session.begin()
    show(start.name, session.frame)
    for (word, parts) in steps where !Task.isCancelled {
      for step in parts { await session.perform(step) }
      show(word, session.frame)
    }
    try await session.end()
  }
}
