import ComposableArchitecture
import Foundation
import Tagged

struct SyncUp: Codable, Equatable, Identifiable, Sendable {
  let id: Tagged<Self, UUID>
  var attendees: IdentifiedArrayOf<Attendee> = []
  var duration: Duration = .seconds(60 * 5)
  var meetings: IdentifiedArrayOf<Meeting> = []
  var theme: Theme = .bubblegum
  var title = ""

  var durationPerAttendee: Duration {
    duration / max(attendees.count, 1)
  }
}

struct Attendee: Codable, Equatable, Identifiable, Sendable {
  let id: Tagged<Self, UUID>
  var name = ""
}

struct Meeting: Codable, Equatable, Identifiable, Sendable {
  let id: Tagged<Self, UUID>
  let date: Date
  var transcript: String
}

enum Theme: String, CaseIterable, Codable, Sendable {
  case bubblegum, navy, periwinkle, seafoam
}

extension SyncUp {
  /// Two people, a minute, and one meeting already held.
  static let mock = SyncUp(
    id: SyncUp.ID(),
    attendees: [
      Attendee(id: Attendee.ID(), name: "Ada"),
      Attendee(id: Attendee.ID(), name: "Grace"),
    ],
    duration: .seconds(6),
    meetings: [
      Meeting(
        id: Meeting.ID(), date: Date(timeIntervalSince1970: 1_700_000_000),
        transcript: "We spoke of engines.")
    ],
    title: "Design")
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<SyncUp>>.Default {
  static var syncUps: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "sync-ups.json")), default: []]
  }
}
