/// The rows of each fault. A fault needs a place for it in the container.
extension ContainerRow {
  /// Containers with pictures and a time for each packet. AVI has no times.
  static let late: [Self] = [
    Self("late.mp4", "-c:a aac"), Self("late.mov", "-c:a aac"), Self("late.mkv", "-c:a aac"),
    Self("late.webm", "-c:v vp8 -c:a libopus"),
    Self("late.ts", "-c:a aac", isWrongInFFmpeg: true),
    Self("late.mpg", "-c:a mp2", isWrongInFFmpeg: true),
    Self("late.flv", "-c:a aac -ar 44100"), Self("late.wmv"),
    Self("fragments.mp4", "-c:a aac -movflags frag_keyframe+empty_moov"),
    Self("fast.mp4", "-c:a aac -movflags faststart"),
    Self("late.3gp", "-c:v mpeg4 -c:a aac -ar 16000"), Self("flac.mkv", "-c:a flac"),
    Self("pcm.mkv", "-c:a pcm_s16le"), Self("mp3.mkv", "-c:a libmp3lame"),
    Self("alac.mov", "-c:a alac"), Self("vorbis.webm", "-c:v vp8 -c:a libvorbis"),
  ]

  /// Containers whose first time is not zero. In Ogg FLAC, such a time is silence at the start.
  static let offset: [Self] = [
    Self("offset.m4a"), Self("offset.mkv", "-c:a aac"), Self("offset.webm", "-c:a libopus"),
    Self("offset.ogg", "-c:a libvorbis"), Self("offset.opus"), Self("offset.ts", "-c:a aac"),
    Self("offset.wma"), Self("offset.flv", "-c:a aac -ar 44100"), Self("offset.mov", "-c:a aac"),
    Self("offset.3gp", "-c:a aac -ar 16000"), Self("offset.mpg", "-c:a mp2"),
    Self("fragments.mp4", "-c:a aac -movflags frag_keyframe+empty_moov"),
    Self("fast.m4a", "-movflags faststart"), Self("alac.m4a", "-c:a alac"),
    Self("flac.mkv", "-c:a flac"), Self("pcm.mkv", "-c:a pcm_s16le"),
    Self("speex.ogg", "-c:a libspeex -ar 16000"), Self("vorbis.webm", "-c:a libvorbis"),
  ]

  /// Containers with times. WAV, AIFF, AU, CAF, AVI, and raw streams have none.
  static let gaps: [Self] = [
    Self("gap.m4a"), Self("gap.mov", "-c:a aac"), Self("alac.m4a", "-c:a alac"),
    Self("gap.3gp", "-c:a aac -ar 16000"), Self("gap.webm", "-c:a libopus"),
    Self("vorbis.webm", "-c:a libvorbis"), Self("gap.mkv", "-c:a aac"),
    Self("flac.mkv", "-c:a flac"), Self("gap.ts", "-c:a aac"), Self("gap.mpg", "-c:a mp2"),
    Self("gap.flv", "-c:a aac -ar 44100"), Self("gap.wma"), Self("pcm.mkv", "-c:a pcm_s16le"),
    Self("fragments.mp4", "-c:a aac -movflags frag_keyframe+empty_moov"),
    Self("fast.m4a", "-movflags faststart"), Self("mp3.mkv", "-c:a libmp3lame"),
    Self("flac.ogg", "-c:a flac"), Self("gap.ogg", "-c:a libvorbis"), Self("gap.opus"),
    Self("speex.ogg", "-c:a libspeex -ar 16000"),
  ]

  /// Two tracks and pictures.
  static let tracks: [Self] = [
    Self("two.mp4", "-c:a aac"), Self("two.mov", "-c:a aac"), Self("two.mkv", "-c:a libopus"),
    Self("two.webm", "-c:v vp8 -c:a libopus"), Self("two.ts", "-c:a aac"),
    Self("two.avi", "-c:a libmp3lame"), Self("two.wmv"), Self("two.mpg", "-c:a mp2"),
  ]

  /// Two tracks. FLV and the formats of libsndfile other than Ogg have one.
  static let audioTracks: [Self] = [
    Self("two.m4a"), Self("alac.m4a", "-c:a alac"), Self("two.3gp", "-c:a aac -ar 16000"),
    Self("fragments.mp4", "-c:a aac -movflags frag_keyframe+empty_moov"),
    Self("two.mka", "-c:a flac"), Self("pcm.mkv", "-c:a pcm_s16le"), Self("two.wma"),
    Self("two.ogg", "-c:a libvorbis"), Self("two.opus"),
  ]

  /// AMR, RealAudio 1.0, and Speex above two channels have no layouts.
  static let layouts: [Self] = [
    Self("six.wav", "-ac 6"), Self("ima.wav", "-ac 2 -c:a adpcm_ima_wav"),
    Self("rf64.wav", "-ac 6 -rf64 always"), Self("six.w64", "-ac 6"), Self("six.aiff", "-ac 6"),
    Self("six.au", "-ac 6"), Self("six.caf", "-ac 6"), Self("six.flac", "-ac 6"),
    Self("six.opus", "-ac 6"), Self("six.ogg", "-ac 6 -c:a libvorbis"),
    Self("flac.ogg", "-ac 6 -c:a flac"), Self("speex.ogg", "-ac 2 -c:a libspeex -ar 16000"),
    Self("two.mp3", "-ac 2"), Self("vbr.mp3", "-ac 2 -q:a 4 -write_xing 0"),
    Self("two.mp2", "-ac 2"), Self("two.aac", "-ac 2"), Self("six.m4a", "-ac 6"),
    Self("alac.m4a", "-ac 6 -c:a alac"), Self("fast.m4a", "-ac 6 -movflags faststart"),
    Self("fragments.mp4", "-ac 6 -c:a aac -movflags frag_keyframe+empty_moov"),
    Self("six.mov", "-ac 6 -c:a aac"), Self("two.3gp", "-ac 2 -c:a aac -ar 16000"),
    Self("six.webm", "-ac 6 -c:a libopus"), Self("aac.mkv", "-ac 6 -c:a aac"),
    Self("eight.mkv", "-ac 8 -c:a flac"), Self("pcm.mkv", "-ac 6 -c:a pcm_s16le"),
    Self("six.avi", "-ac 6 -c:a pcm_s16le"), Self("two.flv", "-ac 2 -c:a aac -ar 44100"),
    Self("six.ts", "-ac 6 -c:a ac3"), Self("two.mpg", "-ac 2 -c:a mp2"), Self("two.wma", "-ac 2"),
    Self("six.ac3", "-ac 6"), Self("six.eac3", "-ac 6"), Self("six.dts", "-ac 6 -strict -2"),
    Self("four.wv", "-ac 4"), Self("three.tta", "-ac 3"),
  ]
}
