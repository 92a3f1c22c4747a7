import AudioFileClient
import Foundation
import Testing

@Suite struct AudioTrackTests {
  private let file = URL(fileURLWithPath: "/music/a #track=3 b.mkv")

  @Test("a URL can select an audio track of its file")
  func selected() {
    let track = file.audioTrack(2)
    #expect(track.audioTrack == 2)
    #expect(track.isFileURL && track.path == file.path)
    #expect(track.lastPathComponent == file.lastPathComponent)
    #expect(track.audioTrack(1).audioTrack == 1)
  }

  @Test("without a track, a URL stays as it is, whatever the file's name")
  func unselected() {
    #expect(file.audioTrack == nil)
    #expect(file.audioTrack(nil) == file)
    #expect(file.audioTrack(2).audioTrack(nil) == file)
  }
}
