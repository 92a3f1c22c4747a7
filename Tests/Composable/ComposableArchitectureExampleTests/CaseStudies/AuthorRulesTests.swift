import ComposableArchitecture
import DependenciesTestSupport
import Foundation
import Testing

/// A field of a form that several screens share.
@Reducer
private struct PhoneField {
  @ObservableState
  struct State: Equatable {
    @Shared var phoneNumber: String
  }

  enum Action { case typed(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .typed(text):
        state.$phoneNumber.withLock { $0 = text }
        return .none
      }
    }
  }
}

/// A feature that reads the state of another.
@Reducer
private struct CallLog {
  @ObservableState
  struct State: Equatable {
    @SharedReader var phoneNumber: String
    var calls = 0

    init(phoneNumber: SharedReader<String>) {
      self._phoneNumber = phoneNumber
    }
  }

  enum Action { case callButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .callButtonTapped:
        state.calls += state.phoneNumber.isEmpty ? 0 : 1
        return .none
      }
    }
  }
}

/// A form, one field of which is edited on an optional screen.
@Reducer
private struct ContactForm {
  struct Contact: Codable, Equatable, Sendable {
    var name = ""
    var phoneNumber = ""
  }

  @ObservableState
  struct State: Equatable {
    @Shared(.inMemory("contact")) var contact = Contact()
    @Presents var phoneField: PhoneField.State?
  }

  enum Action {
    case editButtonTapped
    case phoneField(PresentationAction<PhoneField.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped:
        state.phoneField = PhoneField.State(phoneNumber: state.$contact.phoneNumber)
        return .none
      case .phoneField:
        return .none
      }
    }
    .ifLet(\.$phoneField, action: \.phoneField) { PhoneField() }
  }
}

/// The rules for authors of guides.
@MainActor
struct AuthorRulesTests {
  @Test("AGT-01 AGT-06 A conditional screen is tested with a store alone")
  func optionalScreen() async {
    let store = TestStore(initialState: ContactForm.State()) { ContactForm() }
    await store.send(.editButtonTapped) {
      $0.phoneField = PhoneField.State(phoneNumber: $0.$contact.phoneNumber)
    }
    await store.send(.phoneField(.presented(.typed("555")))) {
      $0.$contact.withLock { $0.phoneNumber = "555" }
    }
    await store.send(.phoneField(.dismiss)) { $0.phoneField = nil }
  }

  @Test("AGT-01 AGT-08 A child gets the part of the shared value that it needs, and no more")
  func part() async {
    @Shared(.inMemory("contact")) var contact = ContactForm.Contact(name: "Blob")
    let store = TestStore(initialState: PhoneField.State(phoneNumber: $contact.phoneNumber)) {
      PhoneField()
    }
    let log = TestStore(
      initialState: CallLog.State(phoneNumber: SharedReader($contact.phoneNumber))
    ) {
      CallLog()
    }
    await log.send(.callButtonTapped)

    await store.send(.typed("555")) { $0.$phoneNumber.withLock { $0 = "555" } }

    #expect(contact == ContactForm.Contact(name: "Blob", phoneNumber: "555"))
    await log.send(.callButtonTapped) { $0.calls = 1 }
  }

  @Test(
    "AGT-07 Repeated and parallel tests do not share values",
    .dependencies, arguments: 1...20)
  func independent(number: Int) async {
    @Shared(.appStorage("contacts")) var contacts = 0
    @Shared(.inMemory("contact")) var contact = ContactForm.Contact()
    @Shared(.fileStorage(.documentsDirectory.appending(component: "contacts.json")))
    var names: [String] = []
    #expect(contacts == 0 && contact == ContactForm.Contact() && names == [])

    $contacts.withLock { $0 = number }
    $contact.withLock { $0.name = "\(number)" }
    $names.withLock { $0.append("\(number)") }
    await Task.yield()

    #expect(contacts == number && contact.name == "\(number)" && names == ["\(number)"])
  }
}
