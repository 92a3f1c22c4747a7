public import AppFeature
import ComposableArchitecture
import Foundation
public import PreviewHarness
public import SharedModels

/// The app as a program shows it: the person's library, or one of those that are made up.
@MainActor
public enum AppProgram {
  /// The app in a person's library.
  ///
  /// - Parameter link: Where to go first.
  public static func library(link: DeepLink? = nil) -> Preview<AppFeature> {
    let library = Preview<AppFeature>.StartingState(
      "library", isLive: true, AppFeature.State(link: link))
    return app("speechmemo", states: [library] + madeUpStates, timeZone: .current)
  }

  /// The app in libraries that are made up, to look at and to test.
  public static func preview() -> Preview<AppFeature> {
    app("AppPreview", states: madeUpStates, timeZone: .gmt)
  }

  private static func app(
    _ name: String, states: [Preview<AppFeature>.StartingState], timeZone: TimeZone
  ) -> Preview<AppFeature> {
    let life = AppLifecycle()
    return Preview(name, states: states) {
      AppFeature()
    } view: {
      AppView($0, timeZone: timeZone).view
    } appearance: {
      AppView($0).appearance
    } onStart: {
      life.begin($0)
    } onEvent: { event, store, frame in
      AppView(store).handle(event, frame)
    } onStop: {
      try await life.end($0)
    }
  }
}
