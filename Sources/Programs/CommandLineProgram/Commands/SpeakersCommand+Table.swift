import ArgumentParsing
import SharedModels

extension CommandTable {
  static let speakers = Command(
    "speakers", summary: "Tell who speaks in a memo, and name them",
    discussion: """
      Speakers are told apart after each transcription where 'speechmemo settings speakers' is on; \
      'find' does it for a memo that has a transcript. How somebody sounds is personal data: it is \
      kept only where that setting is 'remember', and 'forget' removes every trace of it from the \
      library: what is remembered, and what any transcript has of that voice, also where nobody has \
      given it that name. Backups keep theirs.
      """,
    subcommands: [
      assignSpeaker, findSpeakers, forgetVoice, listSpeakers, mergeSpeakers, nameSpeaker, voices,
    ]
  ) { arguments in
    try await SpeakersCommand(json: arguments[json]).voices()
    return .done
  }

  private static let number = Parameter<Int>.argument("NUMBER", help: "The speaker's number.")

  private static let listSpeakers = Command(
    "list", summary: "List who speaks in a memo, and for how long", arguments: [id]
  ) { arguments in
    try await SpeakersCommand(json: arguments[json]).list(arguments[id])
    return .done
  }

  private static let findSpeakers: Command = {
    let range = SpeakerSettings.counts
    let count = Parameter<Int?>.option(
      "count", placeholder: "N", help: "How many speakers there are, where that is known.",
      check: {
        range.contains($0) ? nil : "must be from \(range.lowerBound) to \(range.upperBound)"
      })
    return Command(
      "find", summary: "Tell the speakers of a memo apart", options: [count], arguments: [id]
    ) { arguments in
      try await SpeakersCommand(json: arguments[json]).find(arguments[id], count: arguments[count])
      return .done
    }
  }()

  private static let nameSpeaker: Command = {
    let name = Parameter<String>.argument(
      "NAME", help: "What the speaker is called; an empty text for nothing.")
    let remember = Parameter.flag(
      "remember", help: "Keep how the speaker sounds, to recognize the voice in other memos.")
    return Command(
      "name", summary: "Say what a speaker is called", options: [remember],
      arguments: [id, number, name]
    ) { arguments in
      try await SpeakersCommand(json: arguments[json]).name(
        arguments[id], arguments[number], arguments[name], remembers: arguments[remember])
      return .done
    }
  }()

  private static let mergeSpeakers: Command = {
    let other = Parameter<Int>.argument("INTO", help: "The number of who they both are.")
    return Command(
      "merge", summary: "Make two speakers one", arguments: [id, number, other]
    ) { arguments in
      try await SpeakersCommand(json: arguments[json]).merge(
        arguments[id], arguments[number], into: arguments[other])
      return .done
    }
  }()

  private static let assignSpeaker: Command = {
    let start = Parameter<Duration>.argument("FROM", help: "Where it begins, such as 1:30.")
    let end = Parameter<Duration>.argument("TO", help: "Where it ends.")
    let number = Parameter<Int?>.argument(
      optional: "NUMBER", help: "Who says it; somebody new where none is given.")
    return Command(
      "assign", summary: "Have another one say what is said between two times",
      arguments: [id, start, end, number]
    ) { arguments in
      try await SpeakersCommand(json: arguments[json]).assign(
        arguments[id], from: arguments[start], to: arguments[end], arguments[number])
      return .done
    }
  }()

  private static let voices = Command(
    "voices", summary: "List the voices that are remembered"
  ) { arguments in
    try await SpeakersCommand(json: arguments[json]).voices()
    return .done
  }

  private static let forgetVoice: Command = {
    let name = Parameter<String?>.argument(optional: "NAME", help: "Whose voice is forgotten.")
    let all = Parameter.flag("all", help: "Forget every voice.")
    return Command(
      "forget", summary: "Forget how somebody sounds, everywhere", options: [all],
      arguments: [name]
    ) { arguments in
      guard (arguments[name] == nil) == arguments[all]
      else {
        throw UsageError(
          command: "speechmemo speakers forget", message: "give either a name or --all")
      }
      try await SpeakersCommand(json: arguments[json]).forget(arguments[name])
      return .done
    }
  }()
}
