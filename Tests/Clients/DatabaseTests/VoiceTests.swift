import DatabaseClient
import Foundation
import SharedModels
import Tagged
import TestLibraries
import Testing

/// Remembering, recognizing, and forgetting voices. `DatabaseClientLiveTests` checks the library's
/// files for traces.
struct VoiceTests {
  private let anna = Voice.fixed(0.9981234, 0.0612345)
  /// She on another day.
  private let annaAgain = Voice.fixed(0.9312345, 0.3645678)
  private let ben = Voice.fixed(0.0412345, 0.9991234)

  private func remembered(_ name: String, _ voice: Voice) -> RememberedVoice {
    RememberedVoice(name: name, voice: voice, createdAt: Date(timeIntervalSince1970: 5))
  }

  /// The note on forgotten voices: a server does not report when it has overwritten them.
  private func erased(in kind: TestLibrary.Kind) -> VoiceErasure {
    kind == .postgres ? .waiting : .complete
  }

  @Test(
    "A voice is forgotten even if it is only a guess, unnamed, or spelled differently",
    arguments: TestLibrary.all)
  func everywhere(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind).database
    try await library.addMemo(
      1, saidBy: [.fixed(0, likelyName: "Anna", annaAgain), .fixed(1, ben)])
    try await library.addMemo(2, saidBy: [.fixed(0, name: "ÁNNA", anna)])
    try await library.addMemo(3, saidBy: [.fixed(0, annaAgain), .fixed(1, likelyName: "Ben", ben)])
    try await library.addMemo(4, saidBy: [.fixed(0, likelyName: "anna", nil)])
    // The user has assigned another speaker.
    try await library.addMemo(5, saidBy: [.fixed(0, name: "Hanna", anna)])
    try await library.remember("Anna", of: 2)
    #expect(try await library.voices.forget(of: " anna ") == erased(in: kind))
    #expect(try await library.voices.all() == [])
    #expect(try await library.speakers(of: 1) == [.fixed(0, nil), .fixed(1, ben)])
    #expect(try await library.speakers(of: 2) == [.fixed(0, name: "ÁNNA", nil)])
    #expect(
      try await library.speakers(of: 3)
        == [.fixed(0, nil), .fixed(1, likelyName: "Ben", ben)])
    #expect(try await library.speakers(of: 4) == [.fixed(0, nil)])
    #expect(try await library.speakers(of: 5) == [.fixed(0, name: "Hanna", anna)])
  }

  @Test(
    "A voice replaces one of the same name in any spelling",
    arguments: TestLibrary.all)
  func spelling(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind).database
    try await library.addMemo(1, saidBy: [.fixed(0, anna), .fixed(1, ben), .fixed(2, nil)])
    try await library.remember("Zoe", of: 1)
    try await library.remember("ZOË", 1, of: 1)
    #expect(try await library.voices.all() == [remembered("ZOË", ben)])
    let (id, date) = (Transcription.ID(.fixed(201)), Date(timeIntervalSince1970: 5))
    #expect(
      try await !library.voices.remember(of: 2, in: id, name: "Zoe", at: date), "it was not kept")
    await #expect(throws: DatabaseError.self) {
      _ = try await library.voices.remember(of: 3, in: id, name: "Zoe", at: date)
    }
    await #expect(throws: DatabaseError.self) {
      _ = try await library.voices.remember(
        of: 0, in: Transcription.ID(.fixed(99)), name: "Zoe", at: date)
    }
    #expect(try await library.voices.all() == [remembered("ZOË", ben)])
  }

  @Test(
    "A speaker is recognized until the voice is forgotten",
    arguments: TestLibrary.all)
  func recognized(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind).database
    try await library.addMemo(1, saidBy: [.fixed(0, name: "Anna", anna)])
    try await library.remember("Anna", of: 1)
    let found: [Speaker] = [
      .fixed(0, annaAgain), .fixed(1, ben), .fixed(2, likelyName: "Cleo", anna),
    ]
    try await library.addMemo(2, saidBy: found)
    #expect(
      try await library.speakers(of: 2).map(\.likelyName) == ["Anna", nil, "Cleo"])
    #expect(try await library.voices.forget(of: "Anna") == erased(in: kind))
    try await library.setSpeakers(found, in: Recording.ID(.fixed(2)))
    #expect(try await library.speakers(of: 2).map(\.likelyName) == [nil, nil, "Cleo"])
  }

  @Test(
    "All voices and guesses are forgotten at once",
    arguments: TestLibrary.all)
  func all(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind).database
    try await library.addMemo(1, saidBy: [.fixed(0, name: "Anna", anna), .fixed(1, ben)])
    try await library.addMemo(2, saidBy: [.fixed(0, likelyName: "Ben", ben)])
    try await library.addMemo(3, saidBy: [.fixed(0, annaAgain)])
    try await library.remember("Cleo", of: 3)
    #expect(try await library.voices.forget(of: nil) == erased(in: kind))
    #expect(try await library.voices.all() == [])
    #expect(
      try await library.speakers(of: 1) == [.fixed(0, name: "Anna", nil), .fixed(1, nil)])
    #expect(try await library.speakers(of: 2) == [.fixed(0, nil)])
    #expect(try await library.voices.forget(of: nil) == .nothing)
  }
}
