import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("@Presents")
struct PresentsTests {
  @Test("RED-16 without observation the presentation is kept and handed on")
  func plain() {
    assertMacro(macros) {
      """
      struct State {
        @Presents var alert: AlertState<Alert>?
        @Presents public var sheet: Swift.Optional<Sheet.State> = Sheet.State()
      }
      """
    } expansion: {
      """
      struct State {
        var alert: AlertState<Alert>? {
          @storageRestrictions(initializes: _alert)
          init(initialValue) {
            _alert = ComposableArchitecture.PresentationState<AlertState<Alert>>(wrappedValue: initialValue)
          }
          get {
            _alert.wrappedValue
          }
          set {
            _alert.wrappedValue = newValue
          }
          _modify {
            yield &_alert.wrappedValue
          }
        }

        private var _alert = ComposableArchitecture.PresentationState<AlertState<Alert>>(wrappedValue: nil)

        var $alert: ComposableArchitecture.PresentationState<AlertState<Alert>> {
          get {
            _alert
          }
          set {
            _alert = newValue
          }
          _modify {
            yield &_alert
          }
        }
        public var sheet: Swift.Optional<Sheet.State> {
          @storageRestrictions(initializes: _sheet)
          init(initialValue) {
            _sheet = ComposableArchitecture.PresentationState<Sheet.State>(wrappedValue: initialValue)
          }
          get {
            _sheet.wrappedValue
          }
          set {
            _sheet.wrappedValue = newValue
          }
          _modify {
            yield &_sheet.wrappedValue
          }
        }

        private var _sheet = ComposableArchitecture.PresentationState<Sheet.State>(wrappedValue: Sheet.State())

        public var $sheet: ComposableArchitecture.PresentationState<Sheet.State> {
          get {
            _sheet
          }
          set {
            _sheet = newValue
          }
          _modify {
            yield &_sheet
          }
        }
      }
      """
    }
  }

  @Test("A presented property must be a variable")
  func constant() {
    assertMacro(macros) {
      """
      struct State {
        @Presents let alert: Alert?
      }
      """
    } diagnostics: {
      """
      struct State {
        @Presents let alert: Alert?
                  ^ error: '@Presents' needs a 'var': what is presented can be dismissed
                    fix-it: Replace 'let' with 'var'
      }
      """
    } fixes: {
      """
      struct State {
        @Presents var alert: Alert?
      }
      """
    }
  }

  @Test("A presented property must be optional")
  func optional() {
    assertMacro(macros) {
      """
      struct State {
        @Presents var alert: AlertState<Alert>
        @Presents var other: any P
      }
      """
    } diagnostics: {
      """
      struct State {
        @Presents var alert: AlertState<Alert>
                             ^ error: '@Presents' needs an optional: 'AlertState<Alert>?'
                               fix-it: Replace 'AlertState<Alert>' with 'AlertState<Alert>?'
        @Presents var other: any P
                             ^ error: '@Presents' needs an optional: '(any P)?'
                               fix-it: Replace 'any P' with '(any P)?'
      }
      """
    } fixes: {
      """
      struct State {
        @Presents var alert: AlertState<Alert>?
        @Presents var other: (any P)?
      }
      """
    }
  }

  @Test("A presented property must have an explicit type")
  func type() {
    assertMacro(macros) {
      """
      struct State {
        @Presents var alert = makeAlert()
      }
      """
    } diagnostics: {
      """
      struct State {
        @Presents var alert = makeAlert()
                      ^ error: '@Presents' needs the type of 'alert' to be written, an optional
      }
      """
    }
  }

  @Test("A presented property must be stored")
  func stored() {
    assertMacro(macros) {
      """
      struct State {
        @Presents var alert: Alert? { nil }
        @Presents static var other: Alert?
        @Presents func f() {}
      }
      """
    } diagnostics: {
      """
      struct State {
        @Presents var alert: Alert? { nil }
        ^ error: '@Presents' applies to a stored property of an instance, without observers
        @Presents static var other: Alert?
        ^ error: '@Presents' applies to a stored property of an instance, without observers
        @Presents func f() {}
        ^ error: '@Presents' applies to one stored property only
      }
      """
    }
  }
}
