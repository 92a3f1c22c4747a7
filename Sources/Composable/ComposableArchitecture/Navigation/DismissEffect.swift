import ConcurrencyExtras
public import Dependencies
import IssueReporting

extension DependencyValues {
  /// Dismisses the feature that asks: its parent gets a `dismiss` action or, on a stack, `popFrom`.
  ///
  /// ```swift
  /// @Dependency(\.dismiss) var dismiss
  /// // …
  /// case .closeButtonTapped:
  ///   return .run { _ in await dismiss() }
  /// ```
  ///
  /// A feature that is not presented cannot be dismissed. Asking all the same is reported as an
  /// issue.
  public var dismiss: DismissEffect {
    get {
      let path = NavigationPath.current
      let given = self[DismissKey.self]
      // A dismissal from another place in the navigation is for that place's feature.
      if let effect = given.effect, given.path == path { return effect }
      return DismissEffect(path: path?.nearestPresented)
    }
    set { self[DismissKey.self] = GivenDismissal(effect: newValue, path: .current) }
  }

  /// The dismissal for this place in the navigation.
  var givenDismiss: DismissEffect? {
    let given = self[DismissKey.self]
    return given.path == .current ? given.effect : nil
  }

  /// Whether the calling feature is presented or on a stack, so that it can be dismissed.
  public var isPresented: Bool {
    dismiss.canDismiss
  }
}

/// Dismisses a feature. Get it with `@Dependency(\.dismiss)`, and call it.
public struct DismissEffect: Sendable {
  private enum Dismisser {
    case function(@MainActor @Sendable () async -> Void)
    case path(NavigationPath)
  }

  private let dismisser: Dismisser?

  /// A dismissal that calls a function.
  ///
  /// - Parameter dismiss: Dismisses the feature.
  public init(_ dismiss: @escaping @MainActor @Sendable () async -> Void) {
    dismisser = .function(dismiss)
  }

  init(path: NavigationPath?) {
    dismisser = path.map(Dismisser.path)
  }

  var canDismiss: Bool { dismisser != nil }

  /// Dismisses the feature.
  @MainActor
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    switch dismisser {
    case .function(let dismiss):
      await dismiss()
    case .path(let path):
      guard let dismissal = Dismissal.current?.at(path)
      else { return reportImpossible(fileID, filePath, line, column) }
      guard !Task.isCancelled
      else { return }
      dismissal.dismiss()
    case nil:
      reportImpossible(fileID, filePath, line, column)
    }
  }

  /// Dismisses the feature.
  ///
  /// - Parameter animation: Ignored, since there is no user interface.
  @MainActor
  public func callAsFunction(
    animation: Animation?, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await callAsFunction(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private func reportImpossible(
    _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
  ) {
    reportIssue(
      """
      A reducer requested dismissal at "\(fileID):\(line)", but couldn't be dismissed.

      Only a feature that is presented, or on a stack, can be dismissed, and only from one of its \
      effects. A feature that also runs at the root can ask '@Dependency(\\.isPresented)' first.
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A dismissal that someone put in place of the usual one, and the place that it is for.
private struct GivenDismissal: Sendable {
  var effect: DismissEffect?
  var path: NavigationPath?
}

private enum DismissKey: DependencyKey {
  static let liveValue = GivenDismissal()
  static var testValue: GivenDismissal { liveValue }
}

/// The dismissals of the features around an effect, innermost first.
final class Dismissal: Sendable {
  @TaskLocal static var current: Dismissal?

  private let path: NavigationPath
  private let outer: Dismissal?
  let dismiss: @MainActor @Sendable () -> Void

  init(_ path: NavigationPath, dismiss: @escaping @MainActor @Sendable () -> Void) {
    self.path = path
    self.dismiss = dismiss
    outer = .current
  }

  func at(_ path: NavigationPath) -> Dismissal? {
    var dismissal: Dismissal? = self
    while let candidate = dismissal {
      if candidate.path == path { return candidate }
      dismissal = candidate.outer
    }
    return nil
  }
}
