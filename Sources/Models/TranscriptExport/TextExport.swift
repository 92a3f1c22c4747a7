public import SharedModels

public func textExport(_ recording: Recording, _ transcription: Transcription) -> String {
  var speaker: Speaker.ID?
  return transcription.paragraphs(duration: recording.duration).map { paragraph in
    let isOther = paragraph.speaker != speaker
    speaker = paragraph.speaker
    let label = isOther ? transcription.label(of: speaker).map { "\($0): " } : nil
    return "\(label ?? "")\(paragraph.text)\n"
  }
  .joined(separator: "\n")
}
