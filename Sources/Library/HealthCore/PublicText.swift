import Foundation

/// Reduces a message to words of the program and the system, so that nothing personal is left.
enum PublicText {
  private static let wordLimit = 60

  /// Omits quotes, which may be titles of such words, and adjacent numbers, such as phone numbers.
  static func words(of text: String) -> String {
    let words = withoutQuotes(text.split(whereSeparator: \.isWhitespace).prefix(wordLimit))
    let haveDigits = words.map { $0.contains(where: \.isNumber) }
    var kept: [String] = []
    for (index, word) in words.enumerated() {
      let core = word.trimmingCharacters(in: .punctuationCharacters)
      let isBesideNumber =
        (index > 0 && haveDigits[index - 1])
        || (index + 1 < words.count && haveDigits[index + 1])
      if vocabulary.contains(core.lowercased()) || (isShortNumber(core) && !isBesideNumber) {
        let end = word.last.flatMap { ",;:.".contains($0) ? String($0) : nil } ?? ""
        kept.append(core + end)
      } else if kept.last != "…" {
        kept.append("…")
      }
    }
    return kept.joined(separator: " ")
  }

  private static let quotes: [Character: Character] = [
    "'": "'", "\"": "\"", "`": "`", "‘": "’", "“": "”", "„": "“", "«": "»",
  ]

  /// Empties the words in quotes. A quote without an end reaches to the end of the text.
  private static func withoutQuotes(_ words: some Sequence<Substring>) -> [Substring] {
    var end: Character?
    return words.map { word in
      var rest = word
      if end == nil {
        guard let start = quoteStart(in: word)
        else { return word }
        end = quotes[word[start]]
        rest = word[word.index(after: start)...]
      }
      while let last = rest.last, ",;:.!?)]}".contains(last) { rest.removeLast() }
      if rest.last == end { end = nil }
      return ""
    }
  }

  private static func quoteStart(in word: Substring) -> Substring.Index? {
    word.indices.first { index in
      guard quotes[word[index]] != nil
      else { return false }
      guard word[index] == "'", index > word.startIndex
      else { return true }
      let previous = word[word.index(before: index)]
      return !previous.isLetter && !previous.isNumber
    }
  }

  /// Such as an exit code, and not a year or a postal code.
  private static func isShortNumber(_ text: String) -> Bool {
    (1...3).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  static func version(_ text: String) -> String {
    text.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) } ? text : "other version"
  }

  /// The name of one of Whisper's models. Other names may be anything, such as a path.
  static func model(_ name: String) -> String {
    name.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "-" }
      .allSatisfy { modelParts.contains(String($0)) } ? name : "other"
  }

  private static let modelParts: Set = [
    "base", "distil", "en", "large", "medium", "small", "tiny", "turbo", "v1", "v2", "v3",
  ]

  private static let vocabulary = Set(
    """
    a above accept accepted access add added address after again all allocate allowed already an
    and another answer answered any app are argument as at attempt attempts audio authentication
    away backup bad base be because been before between broken bucket buffer busy by bytes can
    can't canceled cancelled cannot certificate change changed channel channels check checkpoint
    checksum child client close closed code command compatible complete configuration connect
    connection contain contains copy core corrupt could count cpu crash crashed created cuda
    damaged data database decode decoded decoder default denied descriptor descriptors
    destination detect device devices did didn't different directory disk do does doesn't done
    download downloaded duration during each empty end ended engine engines enough error
    exceeded exist exists exit exited expected expired fail failed failure fault few ffmpeg file
    files find first fix folder folders for format formats found free from full gone gpu greater
    had has have header hint host id idle if ignored illegal import in index input install
    installed instead instruction interface internal interrupted invalid is isn't it item its
    job jobs json key keys kill killed known language languages large last lease left length
    less library license limit line list load loaded lock locked log long longer loop lost
    loudspeaker machine made make many match matches may memo memory memos message microphone
    missing mode model models module more most move moved must name named names needs network
    new newer next no none not nothing number of off offset old older on one only open opened
    operation or other out output over own owner package packages page parameter part passed
    password path pause permission permissions pipe place playback playing please port possible
    problem process processor program protocol python quota ran range rate read readable reading
    ready reason recorded recording refused reinstall rejected remove removed rename replaced
    report reports request required reset resource responded response restore resume retry
    returned returns role row run running same sample samples saved scope search second seconds
    segment segments sent server session set setting settings shorter shut signal silence size
    slow so some sound source space speaker speakers speech speechmemo start started state
    status step still stop stopped storage store stored stream such support supported system
    table tables takes temporarily temporary text than that the their them then there these they
    this threads time timed timeout times to token tokens too torch torn transcribe transcribed
    transcriber transcript transcription transcripts trash try type unable unavailable under
    unexpected unexpectedly unknown unpack unreachable unreadable unsupported until up update
    use used user valid value version voice voices wait waiting was webhook weights were what
    when where which while will with without word words write written wrong yet you your
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
