extension Collection<Word> {
  func textInParagraphs() -> String {
    var text = ""
    var last: Word?
    for word in self {
      if let end = last?.end, word.start - end >= .milliseconds(1500), !text.isEmpty {
        text += "\n"
      }
      text += text.continuation(with: word.text)
      last = word
    }
    return text
  }
}
