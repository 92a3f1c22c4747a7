import SharedModels

/// Three hours of speech: 3,000 segments of 10 words, from a vocabulary of 3,000.
let talk: Transcription = {
  var time = Duration.zero
  return Transcription(
    segments: (0..<3000).map { segment in
      Segment(
        words: (0..<10).map { place in
          defer { time += .milliseconds(360) }
          let number = (segment * 10 + place) * 7919 % 3001
          return Word(
            text: "word\(number)" + (place == 9 ? "." : ""), start: time,
            end: time + .milliseconds(300), confidence: 0.9)
        })
    })
}()
