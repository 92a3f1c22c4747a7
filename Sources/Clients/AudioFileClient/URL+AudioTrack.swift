public import Foundation

extension URL {
  /// Returns the URL of an audio track, counted from 1. `nil` stands for the first track with sound.
  public func audioTrack(_ number: Int?) -> URL {
    let fragment = number.map { "\(Self.trackPrefix)\($0)" }
    guard fragment != self.fragment,
      var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    components.fragment = fragment
    return components.url ?? self
  }

  public var audioTrack: Int? {
    guard let fragment, fragment.hasPrefix(Self.trackPrefix)
    else { return nil }
    return Int(fragment.dropFirst(Self.trackPrefix.count))
  }

  /// As in W3C's Media Fragments.
  private static let trackPrefix = "track="
}
