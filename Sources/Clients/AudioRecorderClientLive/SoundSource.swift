package import AudioRecorderClient

/// Where a recording's samples come from: one channel at 48 kHz. A source belongs to the thread
/// that opened it.
package protocol SoundSource: AnyObject {
  /// How many frames the microphone has heard until now, those included that are still on their
  /// way; `nil` where that is not known.
  var heardFrameCount: Int? { get }

  /// Waits for sound, not much longer than it is asked to, and hands over what has come.
  ///
  /// - Throws: ``SoundLost``.
  func read(
    milliseconds: Int, _ take: (UnsafeBufferPointer<Int16>) throws -> Void
  ) throws
}

/// No more sound comes from a source.
package struct SoundLost: Error {
  package let end: RecordingEnd

  package init(_ end: RecordingEnd) {
    self.end = end
  }
}

/// What there is to record from. Its calls block.
package struct SoundSystem: Sendable {
  /// - Throws: ``AudioRecorderClient/Failure/unavailable(_:)``.
  package var devices: @Sendable () throws -> [AudioInputDevice]
  /// - Throws: ``AudioRecorderClient/Failure/unavailable(_:)``.
  package var open: @Sendable (_ device: String?) throws -> any SoundSource
  /// How long to wait, after a request to stop, for sound captured before it: on a busy machine
  /// neither the recording's thread nor the sound server may get to run for a while.
  package var longestDelay: Duration

  package init(
    devices: @escaping @Sendable () throws -> [AudioInputDevice],
    open: @escaping @Sendable (_ device: String?) throws -> any SoundSource,
    longestDelay: Duration = .seconds(2)
  ) {
    self.devices = devices
    self.longestDelay = longestDelay
    self.open = open
  }

  /// Whether a device, or the default, can be recorded from.
  func status(of device: String?) -> AudioInputStatus {
    do {
      let devices = try devices()
      guard let found = devices.first(where: { device == nil ? $0.isDefault : $0.id == device })
      else {
        if let device { return .deviceMissing(id: device) }
        guard let any = devices.first(where: { !$0.isMonitor })
        else { return .noDevice }
        return any.isMuted ? .muted(any) : .ready(any)
      }
      return found.isMuted ? .muted(found) : .ready(found)
    } catch AudioRecorderClient.Failure.unavailable(let status) {
      return status
    } catch {
      return .noServer(reason: String(describing: error))
    }
  }
}
