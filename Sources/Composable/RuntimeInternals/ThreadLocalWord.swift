/// A word of the thread-local storage of a library that the process has loaded.
struct ThreadLocalWord: Sendable {
  private typealias Find = @convention(c) (UnsafeRawPointer) -> UnsafeMutableRawPointer?

  /// The argument of the loader's function: a library's number and an offset in its storage.
  private struct Place {
    let library: UInt
    let offset: UInt
  }

  private let place: UInt
  private let find: Find

  /// Its value in the thread that runs.
  @inline(__always)
  var value: UInt {
    guard let place = UnsafeRawPointer(bitPattern: place), let word = find(place)
    else { return 0 }
    return word.load(as: UInt.self)
  }

  /// All words of the library that a type is from. They are for the life of the process.
  static func all(inLibraryOf type: any Any.Type) -> [Self] {
    guard
      let find = LoadedSymbol.function(named: "__tls_get_addr", as: Find.self),
      let library = LoadedLibrary(of: type)
    else { return [] }
    return stride(from: 0, to: library.threadStorageSize & ~7, by: 8).map { offset in
      let place = UnsafeMutablePointer<Place>.allocate(capacity: 1)
      place.initialize(to: Place(library: library.threadStorage, offset: offset))
      return Self(place: UInt(bitPattern: place), find: find)
    }
  }
}

/// A library that the process has loaded, as far as it has thread-local storage.
private struct LoadedLibrary {
  /// The loader's number for the storage.
  private(set) var threadStorage: UInt = 0
  /// The size of the storage in bytes.
  private(set) var threadStorageSize: UInt = 0
  private let address: UInt

  /// `dl_phdr_info` and `ElfW(Phdr)` of `<link.h>`, which Swift does not import.
  private struct Info {
    let start: UInt
    let name: UInt
    let segments: UnsafePointer<Segment>?
    let segmentCount: UInt16
    let addedCount: UInt64
    let removedCount: UInt64
    let threadStorage: UInt
  }

  private struct Segment {
    let kind: UInt32
    let flags: UInt32
    let offset: UInt
    let address: UInt
    let physicalAddress: UInt
    let fileSize: UInt
    let memorySize: UInt
    let alignment: UInt

    static let loaded: UInt32 = 1
    static let threadLocal: UInt32 = 7
  }

  private typealias Visit =
    @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer) -> Int32
  private typealias ForEachLibrary = @convention(c) (Visit, UnsafeMutableRawPointer) -> Int32

  /// The library that a type is from.
  init?(of type: any Any.Type) {
    guard
      MemoryLayout<UInt>.size == 8,
      let forEach = LoadedSymbol.function(named: "dl_iterate_phdr", as: ForEachLibrary.self)
    else { return nil }
    address = UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self))
    let isFound = withUnsafeMutablePointer(to: &self) { library in
      forEach(
        { info, _, library in
          let library = library.assumingMemoryBound(to: LoadedLibrary.self)
          return library.pointee.note(info.load(as: Info.self)) ? 1 : 0
        }, library)
    }
    guard isFound != 0, threadStorage != 0
    else { return nil }
  }

  /// Notes the storage, if this is the library.
  private mutating func note(_ info: Info) -> Bool {
    let segments = UnsafeBufferPointer(start: info.segments, count: Int(info.segmentCount))
    let isHere = segments.contains {
      $0.kind == Segment.loaded && address &- info.start &- $0.address < $0.memorySize
    }
    guard isHere
    else { return false }
    threadStorage = info.threadStorage
    threadStorageSize = segments.first { $0.kind == Segment.threadLocal }?.memorySize ?? 0
    return true
  }
}
