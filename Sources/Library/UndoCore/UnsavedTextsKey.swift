import Dependencies
import LibraryFolder
public import Sharing

extension SharedKey where Self == FileStorageKey<[UnsavedText]>.Default {
  public static var unsavedTexts: Self {
    @Dependency(\.libraryFolder) var folder
    return Self[
      .fileStorage(
        folder.unsavedTexts,
        merge: ThreeWayMerge { base, mine, theirs in
          let removed = base.filter { text in !mine.contains { $0.isSameField(as: text) } }
          var merged = theirs.filter { text in !removed.contains { $0.isSameField(as: text) } }
          for text in mine where !base.contains(text) { merged.keep(text) }
          return merged
        }),
      default: []]
  }
}
