import Observation
import Styleguide
public import TerminalClient

/// Shows a view and redraws it when observable state that it has read changes. Changes are
/// coalesced: until the terminal has taken a frame, events are handled but no other is drawn.
@MainActor
public final class TerminalApp {
  public private(set) var frame = Frame(size: .zero)
  public private(set) var frameCount = 0

  private let terminal: TerminalClient
  private let elapsed: () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let interval: Duration
  private let appearance: () -> Appearance
  private let view: () -> any View
  private let onEvent: (Event, TerminalApp) -> Void
  private let glyphs: Glyphs
  private let depth: ColorDepth
  private var renderer: Renderer
  private var theme: Theme
  private var parser = InputParser()
  private var lastFrame: Duration?
  private var frameTask: Task<Void, Never>?
  private var timeoutTask: Task<Void, Never>?
  private var eventTask: Task<Void, Never>?
  private var writeTask: Task<Void, Never>?
  private var isStale = false
  private var failure: (any Error)?
  private var isStopped = false

  public init(
    terminal: TerminalClient, clock: some Clock<Duration>, framesPerSecond: Int = 60,
    appearance: @escaping () -> Appearance = { .automatic },
    view: @escaping () -> any View, onEvent: @escaping (Event, TerminalApp) -> Void
  ) {
    let environment = terminal.environment()
    let start = clock.now
    self.terminal = terminal
    self.elapsed = { start.duration(to: clock.now) }
    self.sleep = { try await clock.sleep(for: $0) }
    self.interval = .seconds(1) / max(1, framesPerSecond)
    self.appearance = appearance
    self.view = view
    self.onEvent = onEvent
    self.glyphs = .supported(in: environment)
    self.depth = ColorDepth(environment: environment)
    self.theme = Theme(environment: environment)
    self.renderer = Renderer(
      depth: depth, theme: theme, isUTF8: Glyphs.isUTF8(environment))
  }

  /// Runs until ``stop()`` or cancellation. Throws `TerminalClient.NoTerminal` or `TerminalGone`.
  public func run() async throws {
    let events = try terminal.open()
    isStopped = false
    failure = nil
    isStale = false
    renderer.invalidate()
    draw(thenWrite: BackgroundReport.request)
    let task = Task {
      for await event in events where !isStopped { handle(event) }
    }
    eventTask = task
    if isStopped { task.cancel() }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    frameTask?.cancel()
    frameTask = nil
    timeoutTask?.cancel()
    // A pending write must not follow the sequences that restore the terminal.
    await writeTask?.value
    terminal.close()
    if let failure { throw failure }
    if !isStopped, !task.isCancelled { throw TerminalClient.TerminalGone() }
  }

  public func stop() {
    isStopped = true
    eventTask?.cancel()
  }

  public func suspend() {
    terminal.suspend()
  }

  public func setNeedsDisplay() {
    guard frameTask == nil, !isStopped
    else { return }
    let wait = lastFrame.map { $0 + interval - elapsed() } ?? .zero
    frameTask = Task { [weak self, sleep] in
      if wait > .zero { try? await sleep(wait) }
      guard !Task.isCancelled, let self
      else { return }
      self.frameTask = nil
      self.draw()
    }
  }

  public func repaint() {
    renderer.invalidate()
    setNeedsDisplay()
  }

  private func draw(thenWrite request: [UInt8] = []) {
    guard !isStopped
    else { return }
    guard writeTask == nil
    else {
      isStale = true
      return
    }
    lastFrame = elapsed()
    frameCount += 1
    let size = terminal.size()
    let appearance: Appearance
    (frame, appearance) = withObservationTracking {
      (Frame(view(), size: size, glyphs: glyphs), self.appearance())
    } onChange: { [weak self] in
      // This may run on any thread, before the new value is set.
      Task { @MainActor in self?.setNeedsDisplay() }
    }
    renderer.setColors(depth: appearance.depth(depth), theme: appearance.theme(theme))
    write([renderer.render(frame), request].filter { !$0.isEmpty })
  }

  private func write(_ updates: [[UInt8]]) {
    guard !updates.isEmpty
    else { return }
    writeTask = Task { [terminal] in
      do {
        for bytes in updates { try await terminal.write(bytes: bytes) }
      } catch {
        failure = failure ?? error
        stop()
      }
      writeTask = nil
      guard isStale
      else { return }
      isStale = false
      setNeedsDisplay()
    }
  }

  private func handle(_ event: TerminalClient.Event) {
    switch event {
    case .bytes(let bytes):
      timeoutTask?.cancel()
      deliver(parser.feed(bytes))
      scheduleTimeout()
    case .resized:
      // The terminal may have moved its content, even if its size is unchanged.
      repaint()
      onEvent(.resize(terminal.size()), self)
    case .resumed:
      repaint()
    }
  }

  private func scheduleTimeout() {
    guard let timeout = parser.timeout
    else { return }
    timeoutTask = Task { [weak self, sleep] in
      guard (try? await sleep(timeout)) != nil, !Task.isCancelled, let self
      else { return }
      self.deliver(self.parser.timeOut())
    }
  }

  private func deliver(_ events: [Event]) {
    for event in events where !isStopped {
      switch event {
      case .key(.ctrl("z")):
        suspend()
      case .background(let isDark):
        theme = Theme(isDark: isDark)
        setNeedsDisplay()
        onEvent(event, self)
      default:
        onEvent(event, self)
      }
    }
  }
}
