import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("@ObservationStateTracked")
struct ObservationStateTrackedTests {
  @Test("RED-14 a property has separate storage and reports to the registrar")
  func accessors() {
    assertMacro(trackedMacros) {
      """
      struct State {
        @ObservationStateTracked(0) var count = 0
        @ObservationStateTracked(1) public private(set) var `default`: Int?
      }
      """
    } expansion: {
      """
      struct State {
        var count {
          @storageRestrictions(initializes: _count)
          init(initialValue) {
            _count = initialValue
          }
          get {
            _$observationRegistrar.access(0)
            return _count
          }
          set {
            _$observationRegistrar.set(0, &_count, newValue)
          }
          _modify {
            let identity = _$observationRegistrar.willModify(0, &_count)
            defer {
              _$observationRegistrar.didModify(0, &_count, identity)
            }
            yield &_count
          }
        }

        private var _count = 0
        public private(set) var `default`: Int? {
          @storageRestrictions(initializes: _default)
          init(initialValue) {
            _default = initialValue
          }
          get {
            _$observationRegistrar.access(1)
            return _default
          }
          set {
            _$observationRegistrar.set(1, &_default, newValue)
          }
          _modify {
            let identity = _$observationRegistrar.willModify(1, &_default)
            defer {
              _$observationRegistrar.didModify(1, &_default, identity)
            }
            yield &_default
          }
        }

        private var _default: Int?
      }
      """
    }
  }

  @Test("Property observers move to the storage, under its name")
  func observers() {
    assertMacro(trackedMacros) {
      """
      struct State {
        @ObservationStateTracked(0) var count = 0 {
          willSet { print(newValue, count) }
          didSet {
            guard oldValue != self.count else { return }
            count = min(count, other.count, limit(count: 10))
          }
        }
      }
      """
    } expansion: {
      """
      struct State {
        var count {
          willSet { print(newValue, count) }
          didSet {
            guard oldValue != self.count else { return }
            count = min(count, other.count, limit(count: 10))
          }
          @storageRestrictions(initializes: _count)
          init(initialValue) {
            _count = initialValue
          }

          get {
            _$observationRegistrar.access(0)
            return _count
          }

          set {
            _$observationRegistrar.set(0, &_count, newValue)
          }
        }

        private var _count = 0 {
            willSet {
              print(newValue, _count)
            }
            didSet {
              guard oldValue != self._count else {
                return
              }
              _count = min(_count, other.count, limit(count: 10))
            }
          }
      }
      """
    }
  }

  @Test("Observers in which the name has another meaning stay unchanged")
  func shadowed() {
    assertMacro(trackedMacros) {
      """
      struct State {
        @ObservationStateTracked(0) var count = 0 {
          didSet {
            let count = 1
            print(count)
          }
        }
      }
      """
    } expansion: {
      """
      struct State {
        var count {
          didSet {
            let count = 1
            print(count)
          }
          @storageRestrictions(initializes: _count)
          init(initialValue) {
            _count = initialValue
          }

          get {
            _$observationRegistrar.access(0)
            return _count
          }

          set {
            _$observationRegistrar.set(0, &_count, newValue)
          }
        }

        private var _count = 0 {
            didSet {
              let count = 1
              print(count)
            }
          }
      }
      """
    }
  }
}
