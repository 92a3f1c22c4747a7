import Foundation
import Testing
import TurnDetection

struct TurnDetectorTests {
  /// Audio at 8 kHz: noise, with a voice in the loud parts.
  private struct Scene {
    var samples: [Int16] = []
    private var state: UInt32 = 1

    mutating func add(_ milliseconds: Int, noise: Double = 10, voice: Double = 0) {
      for _ in 0..<milliseconds * 8 {
        state = state &* 1_664_525 &+ 1_013_904_223
        let random = Double(state >> 16) / 32_768 - 1
        let tone = sin(2 * .pi * 200 * Double(samples.count) / 8_000)
        samples.append(Int16(noise * random + voice * tone))
      }
    }
  }

  private func parts(
    _ scene: Scene, _ settings: TurnDetector.Settings = TurnDetector.Settings(), piece: Int = 333
  ) -> [TurnDetector.Part] {
    var detector = TurnDetector(settings, rate: 8_000)
    return stride(from: 0, to: scene.samples.count, by: piece).flatMap { start in
      detector.add(Array(scene.samples[start..<min(start + piece, scene.samples.count)]))
    }
  }

  /// The start and end of each turn in milliseconds, and the length of its audio.
  private func turns(_ parts: [TurnDetector.Part]) -> [[Int]] {
    parts.reduce(into: []) { turns, part in
      switch part {
      case .started(let place): turns.append([place / 8])
      case .sound(let samples):
        #expect(turns.last?.count == 1 || turns.last?.count == 2)
        let count = (turns[turns.count - 1].count == 2 ? turns[turns.count - 1][1] : 0)
        turns[turns.count - 1] = [turns[turns.count - 1][0], count + samples.count / 8]
      case .stopped(let place): turns[turns.count - 1].append(place / 8)
      }
    }
  }

  @Test("A turn starts shortly before the speech, and ends after a silence")
  func turn() {
    var scene = Scene()
    scene.add(1_000)
    scene.add(2_000, voice: 3_000)
    scene.add(1_000)
    #expect(turns(parts(scene)) == [[700, 2_800, 3_500]])
    let other = TurnDetector.Settings(prefix: 100, silence: 200)
    #expect(turns(parts(scene, other)) == [[900, 2_300, 3_200]])
  }

  @Test("A turn has exactly the incoming audio, whatever its chunks")
  func sound() {
    var scene = Scene()
    scene.add(700)
    scene.add(400, voice: 2_000)
    scene.add(900)
    scene.add(600, voice: 4_000)
    scene.add(800)
    let expected = parts(scene, piece: scene.samples.count)
    for piece in [1, 7, 160, 161, 5_000] {
      let found = parts(scene, piece: piece)
      #expect(turns(found) == turns(expected))
      #expect(turns(found).count == 2)
      var place = 0
      for part in found {
        switch part {
        case .started(let start): place = start
        case .sound(let samples):
          #expect(samples[...] == scene.samples[place..<place + samples.count])
          place += samples.count
        case .stopped(let end): #expect(place == end)
        }
      }
    }
  }

  @Test("A pause that is shorter than the silence, and a click, are neither an end nor a beginning")
  func short() {
    var scene = Scene()
    scene.add(500)
    scene.add(40, voice: 9_000)
    scene.add(500)
    #expect(parts(scene).isEmpty)
    scene.add(500, voice: 3_000)
    scene.add(400)
    scene.add(500, voice: 3_000)
    scene.add(600)
    #expect(turns(parts(scene)).count == 1)
  }

  @Test("Loud noise is not speech, and a voice above it is found")
  func noise() {
    var scene = Scene()
    scene.add(1_000)
    // A machine starts. At first it may be mistaken for speech.
    scene.add(30_000, noise: 700)
    scene.add(1_000, noise: 700, voice: 9_000)
    scene.add(2_000, noise: 700)
    let found = turns(parts(scene)).filter { $0[0] > 25_000 }
    #expect(found.count == 1)
    #expect(found.first.map { abs($0[0] - 30_700) < 50 } == true, "\(found)")
    #expect(found.first.map { abs($0[2] - 32_500) < 50 } == true, "\(found)")
  }

  @Test("A higher threshold takes a louder voice")
  func threshold() {
    var scene = Scene()
    scene.add(1_000)
    scene.add(1_000, voice: 300)
    scene.add(1_000)
    func count(_ threshold: Double) -> Int {
      turns(parts(scene, TurnDetector.Settings(threshold: threshold))).count
    }
    #expect(count(0) == 1)
    #expect(count(0.5) == 1)
    #expect(count(1) == 0)
  }

  @Test("Silence and maximum volume are handled")
  func extremes() {
    var detector = TurnDetector(rate: 24_000)
    #expect(detector.add([Int16](repeating: 0, count: 48_000)).isEmpty)
    #expect(!detector.add([Int16](repeating: .min, count: 48_000)).isEmpty)
    #expect(detector.isInTurn)
  }

  @Test("Overlong speech starts another turn")
  func longest() {
    var scene = Scene()
    scene.add(500)
    scene.add(3_000, voice: 3_000)
    let settings = TurnDetector.Settings(longest: 1_000)
    #expect(
      turns(parts(scene, settings)).prefix(2) == [[200, 1_000, 1_200], [1_200, 1_000, 2_200]])
  }

  @Test("Unreported audio is returned on request")
  func flush() {
    var scene = Scene()
    scene.add(1_000)
    var detector = TurnDetector(rate: 8_000)
    #expect(detector.add(scene.samples).isEmpty)
    #expect(detector.flush() == Array(scene.samples.suffix(360 * 8)))
    #expect(detector.flush().isEmpty)
    // Half a frame that came in a turn.
    var other = Scene()
    other.add(200, voice: 3_000)
    #expect(!detector.add(other.samples).isEmpty)
    #expect(detector.add(Array(other.samples.prefix(100))).isEmpty)
    #expect(detector.flush() == Array(other.samples.prefix(100)))
    #expect(!detector.isInTurn)
  }
}
