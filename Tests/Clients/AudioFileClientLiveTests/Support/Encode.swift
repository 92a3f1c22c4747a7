import Csndfile
import Foundation

/// Formats that libsndfile writes.
enum Container: String, CaseIterable {
  case aiff, caf, flac, mp3, opus, vorbis, wav

  fileprivate var code: Int {
    switch self {
    case .aiff: SF_FORMAT_AIFF | SF_FORMAT_PCM_16
    case .caf: SF_FORMAT_CAF | SF_FORMAT_PCM_16
    case .flac: SF_FORMAT_FLAC | SF_FORMAT_PCM_16
    case .mp3: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
    case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
    case .vorbis: SF_FORMAT_OGG | SF_FORMAT_VORBIS
    case .wav: SF_FORMAT_WAV | SF_FORMAT_PCM_16
    }
  }
}

struct EncodingFailed: Error {}

/// Writes samples of one channel with libsndfile.
func encode(_ samples: [Float], rate: Int, as container: Container, to url: URL) throws {
  var info = SF_INFO()
  info.samplerate = Int32(rate)
  info.channels = 1
  info.format = Int32(container.code)
  guard let file = sf_open(url.path, Int32(SFM_WRITE), &info)
  else { throw EncodingFailed() }
  defer { sf_close(file) }
  guard sf_writef_float(file, samples, sf_count_t(samples.count)) == samples.count
  else { throw EncodingFailed() }
}
