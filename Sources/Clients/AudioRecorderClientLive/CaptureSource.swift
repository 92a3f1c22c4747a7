package import AudioRecorderClient

/// Mono samples at 48 kHz. A source belongs to the thread that opened it.
package protocol CaptureSource: AnyObject {
  /// Frames captured so far, including those in transit; `nil` if unknown.
  var capturedFrameCount: Int? { get }

  func read(
    milliseconds: Int, _ take: (UnsafeBufferPointer<Int16>) throws -> Void
  ) throws
}

package struct CaptureInterrupted: Error {
  package let end: RecordingEnd

  package init(_ end: RecordingEnd) {
    self.end = end
  }
}

package struct CaptureSystem: Sendable {
  package var devices: @Sendable () throws -> [AudioInputDevice]
  package var open: @Sendable (_ device: String?) throws -> any CaptureSource
  /// The wait, after a stop, for audio captured before it: a busy machine may deliver it late.
  package var longestDelay: Duration

  package init(
    devices: @escaping @Sendable () throws -> [AudioInputDevice],
    open: @escaping @Sendable (_ device: String?) throws -> any CaptureSource,
    longestDelay: Duration = .seconds(2)
  ) {
    self.devices = devices
    self.longestDelay = longestDelay
    self.open = open
  }

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
