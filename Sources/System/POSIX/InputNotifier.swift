public import Dispatch

/// Calls back on a queue while a descriptor has input, until it is released, which closes the
/// descriptor. Only for descriptors whose input never ends, as those of inotify.
public final class InputNotifier: Sendable {
  public var number: Int32 { descriptor.number }
  private let descriptor: Descriptor
  private let queue: DispatchQueue
  private let onInput: @Sendable (Int32) -> Void
  private let wait = Mutex<UInt64?>(nil)

  /// - Parameter onInput: Takes the input of the descriptor, or is called again.
  public init(
    owning descriptor: consuming Descriptor, queue: DispatchQueue,
    onInput: @escaping @Sendable (Int32) -> Void
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.queue = queue
    self.onInput = onInput
    try waitForInput()
  }

  deinit {
    if let id = wait.withLock({ $0 }) { DescriptorWaits.shared.cancel(id) }
  }

  private func waitForInput() throws(SystemError) {
    try wait.withLock { wait throws(SystemError) in
      wait = try DescriptorWaits.shared.onReady(.input, of: number) { [weak self, queue] in
        guard let self else { return }
        queue.async { self.takeInput() }
      }
    }
  }

  private func takeInput() {
    onInput(number)
    // Only the first wait of the process can fail.
    try? waitForInput()
  }
}
