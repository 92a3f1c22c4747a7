import ComposableArchitecture
import Testing

@Suite("@ObservableState")
struct ObservableStateTests {
  @Test(
    "RED-14 the memberwise initializer takes the properties by their names, with their defaults")
  func memberwise() {
    let state = Settings(volume: 3, label: "b", isOn: true)
    #expect(state.volume == 3)
    #expect(state.name == "Blob")
    #expect(state.label == "b")
    #expect(state.isOn)
    #expect(state.note == nil)
    #expect(Settings(volume: 1, name: "X", label: "c", isOn: false, note: "n").note == "n")
  }

  @Test("RED-14 an initial value is evaluated once, and not if another value is passed")
  func initialValues() {
    let count = Counted.evaluations.value
    let made = Counted()
    #expect(made.number == count + 1)
    #expect(Counted.evaluations.value == count + 1)
    #expect(Counted(number: -1).number == -1)
    #expect(Counted.evaluations.value == count + 1)
  }

  @Test("RED-14 an initializer written by hand sets the properties")
  func initializer() {
    let state = Written(4)
    #expect(state.half == 2)
    #expect(state.rest == [4])
  }

  @Test("RED-14 equality, hashes and coding go by the properties alone")
  func synthesized() throws {
    let (one, other) = (Written(4), Written(4))
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != Written(6))
    let copy = try JSONDecoder().decode(Written.self, from: JSONEncoder().encode(one))
    #expect(copy == one)
  }

  @Test("RED-14 observers of a property run once for each change, also in place, and may set it")
  func observers() {
    var state = Limited()
    state.count = 20
    #expect(state.count == 10)
    state.count -= 3
    #expect(state.count == 7)
    #expect(state.log == ["20", "7"])
  }

  @Test("RED-14 a change notifies only observers of that property")
  func granularity() {
    var state = Settings(volume: 1, label: "", isOn: false)
    let volume = WakeUp { state.volume }
    let name = WakeUp { state.name }
    state.name = "Blob, Jr."
    #expect(!volume.hasHappened)
    #expect(name.hasHappened)
    state.volume += 1
    #expect(volume.hasHappened)
  }

  @Test("RED-14 assigning an equal value notifies nobody")
  func equalValue() {
    var state = Settings(volume: 1, label: "", isOn: false)
    let wakeUp = WakeUp { state.volume }
    state.volume = 1
    #expect(!wakeUp.hasHappened)
  }

  @Test("RED-14 a change within a child notifies its observers, not those of the child itself")
  func children() {
    var state = Parent()
    let child = WakeUp { _ = state.child }
    let count = WakeUp { state.child.count }
    state.child.count += 1
    #expect(!child.hasHappened)
    #expect(count.hasHappened)
    state.child = Parent.Child(count: 1)
    #expect(child.hasHappened)
  }

  @Test("RED-14 ignored properties are stored as they are")
  func ignored() {
    var state = Parent()
    let wakeUp = WakeUp { state.cache }
    state.cache = [1]
    #expect(!wakeUp.hasHappened)
    #expect(state.cache == [1])
  }

  @Test("RED-14 types in any scope and with any access level compile")
  func places() {
    struct Hidden {
      var box = Box(value: 1)
    }
    var hidden = Hidden()
    hidden.box.value += 1
    hidden.box.items["a", default: 0] += 2
    #expect(hidden.box.value == 2)
    #expect(hidden.box.items == ["a": 2])
    #expect(Enclosing.Secret().value == 3)
    #expect(Conditional().always == 1)
  }

  @Test("RED-14 an enum is another value when its case changes, or its payload's identity")
  func enums() {
    var state = Screen.child(Parent.Child(count: 1))
    let before = state._$id
    state.modify(\.child) { $0.count += 1 }
    #expect(state._$id == before)
    #expect(state.child?.count == 2)
    let copy = state
    state._$willModify()
    #expect(state._$id != copy._$id)
    state = .child(Parent.Child(count: 2))
    #expect(state._$id != before)
    #expect(Screen.idle._$id == Screen.idle._$id)
    #expect(Screen.idle._$id != Screen.done._$id)
  }
}

@ObservableState
private struct Settings {
  var volume: Int
  var name = "Blob"
  let label: String
  var isOn: Bool
  var note: String?
}

@ObservableState
private struct Counted {
  static let evaluations = LockIsolated(0)

  var number = evaluate()

  static func evaluate() -> Int {
    evaluations.withValue {
      $0 += 1
      return $0
    }
  }
}

@ObservableState
private struct Written: Codable, Hashable {
  var half: Int
  var rest: [Int] = []

  init(_ number: Int) {
    half = number / 2
    self.rest.append(number)
  }
}

@ObservableState
private struct Limited {
  var log: [String] = []
  var count = 0 {
    willSet { log.append("\(newValue)") }
    didSet {
      if count > 10 { count = 10 }
    }
  }
}

@ObservableState
private struct Parent {
  @ObservationStateIgnored var cache: [Int] = []
  var child = Child(count: 0)

  @ObservableState
  struct Child: Equatable {
    var count: Int
  }
}

@ObservableState
private struct Box<Value: Equatable> {
  var value: Value
  var items = [String: Int]()
  var double: (Value, Value) { (value, value) }
  lazy var late = 1
  static var shared: Int { 1 }
  var `default`: Value?
  package private(set) var written = 0
  weak var object: AnyObject?
}

private enum Enclosing {
  @ObservableState
  fileprivate struct Secret {
    fileprivate var value = 3
    private var own: Int?
    @available(*, deprecated) var old = 1
  }
}

@ObservableState
private struct Conditional {
  #if os(Linux)
    var onLinux = 1
    @Presents var presented: Parent.Child?
  #else
    var elsewhere = 1
  #endif
  var always = 1
}

@ObservableState
@CasePathable
@dynamicMemberLookup
private enum Screen {
  case child(Parent.Child)
  case done, idle
  case pair(Int, second: Int)
  indirect case screen(Screen)
}
