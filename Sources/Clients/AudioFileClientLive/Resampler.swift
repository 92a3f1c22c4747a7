import AudioFileClient
import Csoxr

final class Resampler {
  private let soxr: soxr_t

  init?(sampleRate: Int) {
    var quality = soxr_quality_spec(UInt(SOXR_HQ), 0)
    guard
      let soxr = soxr_create(
        Double(sampleRate), Double(AudioSamples.sampleRate), 1, nil, nil, &quality, nil)
    else { return nil }
    self.soxr = soxr
  }

  deinit { soxr_delete(soxr) }

  func process(
    _ input: UnsafeBufferPointer<Float>?, into output: UnsafeMutableBufferPointer<Float>
  ) -> (taken: Int, given: Int) {
    var taken = 0
    var given = 0
    soxr_process(
      soxr, input?.baseAddress, input?.count ?? 0, &taken, output.baseAddress,
      output.count, &given)
    return (taken, given)
  }
}
