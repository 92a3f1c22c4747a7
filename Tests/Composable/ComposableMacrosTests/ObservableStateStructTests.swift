import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("@ObservableState on a struct")
struct ObservableStateStructTests {
  @Test("RED-14 only stored variables are numbered and tracked")
  func members() {
    assertMacro(macros) {
      """
      @ObservableState
      public struct State {
        var count = 0
        public private(set) var name: String
        let id: Int
        static var shared = 1
        lazy var late = 2
        var double: Int { count * 2 }
        @Shared var total: Int
        @SharedReader(.limit) var limit = 1
        @ObservationStateIgnored var cache: [Int] = []
        @available(*, deprecated) var `default`: Bool?
      }
      """
    } expansion: {
      #"""
      public struct State {
        @ComposableArchitecture.ObservationStateTracked(0)
        var count = 0
        @ComposableArchitecture.ObservationStateTracked(1)
        public private(set) var name: String
        let id: Int
        static var shared = 1
        lazy var late = 2
        var double: Int { count * 2 }
        @Shared var total: Int
        @SharedReader(.limit) var limit = 1
        @ObservationStateIgnored var cache: [Int] = []
        @available(*, deprecated)
        @ComposableArchitecture.ObservationStateTracked(2) var `default`: Bool?

        public var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

        public var _$id: ComposableArchitecture.ObservableStateID {
          _$observationRegistrar.id
        }

        public mutating func _$willModify() {
          _$observationRegistrar._$willModify()
        }

        @available(*, deprecated)
        public static var _$properties: [ComposableArchitecture._ObservedProperty<Self>] {
          [
            ComposableArchitecture._ObservedProperty(0, \Self.count, storage: \Self._count, registrar: \Self._$observationRegistrar),
            ComposableArchitecture._ObservedProperty(1, \Self.name, storage: \Self._name, registrar: \Self._$observationRegistrar),
            ComposableArchitecture._ObservedProperty(2, \Self.`default`, storage: \Self._default, registrar: \Self._$observationRegistrar),
          ]
        }
      }

      extension State: ComposableArchitecture.ObservableState {
      }
      """#
    }
  }

  @Test("RED-16 presented properties are numbered with the others")
  func presents() {
    assertMacro(macros) {
      """
      @ObservableState
      struct State {
        var count = 0
        @Presents var alert: AlertState<Alert>?
        @Presents package var sheet: Optional<Sheet.State> = Sheet.State()
      }
      """
    } expansion: {
      #"""
      struct State {
        @ComposableArchitecture.ObservationStateTracked(0)
        var count = 0
        var alert: AlertState<Alert>? {
          @storageRestrictions(initializes: _alert)
          init(initialValue) {
            _alert = ComposableArchitecture.PresentationState<AlertState<Alert>>(wrappedValue: initialValue)
          }
          get {
            _$observationRegistrar.access(Self._$PresentedNumbers.alert)
            return _alert.wrappedValue
          }
          set {
            _$observationRegistrar.set(Self._$PresentedNumbers.alert, &_alert.wrappedValue, newValue)
          }
          _modify {
            let identity = _$observationRegistrar.willModify(Self._$PresentedNumbers.alert, &_alert.wrappedValue)
            defer {
              _$observationRegistrar.didModify(Self._$PresentedNumbers.alert, &_alert.wrappedValue, identity)
            }
            yield &_alert.wrappedValue
          }
        }

        private var _alert = ComposableArchitecture.PresentationState<AlertState<Alert>>(wrappedValue: nil)

        var $alert: ComposableArchitecture.PresentationState<AlertState<Alert>> {
          get {
            _$observationRegistrar.access(Self._$PresentedNumbers.alert)
            return _alert
          }
          set {
            _$observationRegistrar.set(Self._$PresentedNumbers.alert, &_alert, newValue)
          }
          _modify {
            let identity = _$observationRegistrar.willModify(Self._$PresentedNumbers.alert, &_alert)
            defer {
              _$observationRegistrar.didModify(Self._$PresentedNumbers.alert, &_alert, identity)
            }
            yield &_alert
          }
        }
        package var sheet: Optional<Sheet.State> {
          @storageRestrictions(initializes: _sheet)
          init(initialValue) {
            _sheet = ComposableArchitecture.PresentationState<Sheet.State>(wrappedValue: initialValue)
          }
          get {
            _$observationRegistrar.access(Self._$PresentedNumbers.sheet)
            return _sheet.wrappedValue
          }
          set {
            _$observationRegistrar.set(Self._$PresentedNumbers.sheet, &_sheet.wrappedValue, newValue)
          }
          _modify {
            let identity = _$observationRegistrar.willModify(Self._$PresentedNumbers.sheet, &_sheet.wrappedValue)
            defer {
              _$observationRegistrar.didModify(Self._$PresentedNumbers.sheet, &_sheet.wrappedValue, identity)
            }
            yield &_sheet.wrappedValue
          }
        }

        private var _sheet = ComposableArchitecture.PresentationState<Sheet.State>(wrappedValue: Sheet.State())

        package var $sheet: ComposableArchitecture.PresentationState<Sheet.State> {
          get {
            _$observationRegistrar.access(Self._$PresentedNumbers.sheet)
            return _sheet
          }
          set {
            _$observationRegistrar.set(Self._$PresentedNumbers.sheet, &_sheet, newValue)
          }
          _modify {
            let identity = _$observationRegistrar.willModify(Self._$PresentedNumbers.sheet, &_sheet)
            defer {
              _$observationRegistrar.didModify(Self._$PresentedNumbers.sheet, &_sheet, identity)
            }
            yield &_sheet
          }
        }

        var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

        var _$id: ComposableArchitecture.ObservableStateID {
          _$observationRegistrar.id
        }

        mutating func _$willModify() {
          _$observationRegistrar._$willModify()
        }

        static var _$properties: [ComposableArchitecture._ObservedProperty<Self>] {
          [
            ComposableArchitecture._ObservedProperty(0, \Self.count, storage: \Self._count, registrar: \Self._$observationRegistrar),
            ComposableArchitecture._ObservedProperty(1, \Self.$alert, storage: \Self._alert, registrar: \Self._$observationRegistrar),
            ComposableArchitecture._ObservedProperty(2, \Self.$sheet, storage: \Self._sheet, registrar: \Self._$observationRegistrar),
          ]
        }

        private enum _$PresentedNumbers {
          static var alert: Swift.Int {
            1
          }
          static var sheet: Swift.Int {
            2
          }
        }
      }

      extension State: ComposableArchitecture.ObservableState {
      }
      """#
    }
  }

  @Test("Conditions are kept, and a name has one number in all clauses")
  func conditions() {
    assertMacro(macros) {
      """
      @ObservableState
      package struct State {
        #if DEBUG
          var log: [String] = []
        #else
          var log: [Int] = []
          @Presents var alert: Alert?
        #endif
        var count = 0
      }
      """
    } expansion: {
      #"""
      package struct State {
        #if DEBUG
          var log: [String] = []
        #else
          var log: [Int] = []
          var alert: Alert? {
            @storageRestrictions(initializes: _alert)
            init(initialValue) {
              _alert = ComposableArchitecture.PresentationState<Alert>(wrappedValue: initialValue)
            }
            get {
              _$observationRegistrar.access(Self._$PresentedNumbers.alert)
              return _alert.wrappedValue
            }
            set {
              _$observationRegistrar.set(Self._$PresentedNumbers.alert, &_alert.wrappedValue, newValue)
            }
            _modify {
              let identity = _$observationRegistrar.willModify(Self._$PresentedNumbers.alert, &_alert.wrappedValue)
              defer {
                _$observationRegistrar.didModify(Self._$PresentedNumbers.alert, &_alert.wrappedValue, identity)
              }
              yield &_alert.wrappedValue
            }
          }
        #endif
        @ComposableArchitecture.ObservationStateTracked(2)
        var count = 0

        package var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

        package var _$id: ComposableArchitecture.ObservableStateID {
          _$observationRegistrar.id
        }

        package mutating func _$willModify() {
          _$observationRegistrar._$willModify()
        }

        package static var _$properties: [ComposableArchitecture._ObservedProperty<Self>] {
          var properties: [ComposableArchitecture._ObservedProperty<Self>] = []
          properties.reserveCapacity(4)
          #if DEBUG
          properties.append(ComposableArchitecture._ObservedProperty(0, \Self.log, storage: \Self._log, registrar: \Self._$observationRegistrar))
          #else
          properties.append(ComposableArchitecture._ObservedProperty(0, \Self.log, storage: \Self._log, registrar: \Self._$observationRegistrar))
          properties.append(ComposableArchitecture._ObservedProperty(1, \Self.$alert, storage: \Self._alert, registrar: \Self._$observationRegistrar))
          #endif
          properties.append(ComposableArchitecture._ObservedProperty(2, \Self.count, storage: \Self._count, registrar: \Self._$observationRegistrar))
          return properties
        }

        private enum _$PresentedNumbers {
          #if DEBUG
          #else
          static var alert: Swift.Int {
            1
          }
          #endif
        }
      }

      extension State: ComposableArchitecture.ObservableState {
      }
      """#
    }
  }

  @Test("Existing members are not written again")
  func existing() {
    assertMacro(macros) {
      """
      @ObservableState
      struct State<Value> {
        var _$id: ComposableArchitecture.ObservableStateID { .init() }
        mutating func _$willModify() {}
      }
      """
    } expansion: {
      """
      struct State<Value> {
        var _$id: ComposableArchitecture.ObservableStateID { .init() }
        mutating func _$willModify() {}

        var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

        static var _$properties: [ComposableArchitecture._ObservedProperty<Self>] {
          []
        }
      }

      extension State: ComposableArchitecture.ObservableState {
      }
      """
    }
  }

  @Test("The conformance is as available as the type")
  func availability() {
    assertMacro(macros) {
      """
      @available(*, deprecated, message: "Old")
      @ObservableState
      fileprivate struct State {
      }
      """
    } expansion: {
      """
      @available(*, deprecated, message: "Old")
      fileprivate struct State {

        var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

        var _$id: ComposableArchitecture.ObservableStateID {
          _$observationRegistrar.id
        }

        mutating func _$willModify() {
          _$observationRegistrar._$willModify()
        }

        static var _$properties: [ComposableArchitecture._ObservedProperty<Self>] {
          []
        }
      }

      @available(*, deprecated, message: "Old")
      extension State: ComposableArchitecture.ObservableState {
      }
      """
    }
  }
}
