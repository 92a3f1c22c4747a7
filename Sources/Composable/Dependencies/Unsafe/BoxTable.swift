import Synchronization

/// A table from key to box that grows and is read without a lock.
///
/// One writer at a time (its owner holds a lock) fills a free slot: first the box, then the key,
/// with release ordering, so that a reader that sees the key sees the box. Nothing a reader may
/// hold is freed while the table lives: boxes that were replaced and tables that were outgrown are
/// kept until the end. Outgrown tables add up to less than the one in use.
final class BoxTable: @unchecked Sendable {
  // Unchecked for the pointer, which is never changed, and for what one writer at a time changes.
  private struct Slot: ~Copyable {
    let id = Atomic<UInt>(0)
    let box = Atomic<UInt>(0)
  }

  private let slots: UnsafeMutablePointer<Slot>
  private let mask: Int
  private var count = 0
  private var retained: [AnyDependencyBox] = []

  init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0)
    mask = capacity - 1
    slots = .allocate(capacity: capacity)
    for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
  }

  deinit {
    slots.deinitialize(count: mask + 1)
    slots.deallocate()
  }

  @inline(__always)
  subscript(id: UInt) -> AnyDependencyBox? {
    var index = start(of: id)
    while true {
      let found = slots[index].id.load(ordering: .acquiring)
      if found == id { return box(at: index) }
      if found == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  @inline(__always)
  private func box(at index: Int) -> AnyDependencyBox? {
    UnsafeRawPointer(bitPattern: slots[index].box.load(ordering: .acquiring)).map {
      Unmanaged<AnyDependencyBox>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The bits of a pointer that differ are in the middle; the multiplication spreads them.
  @inline(__always)
  private func start(of id: UInt) -> Int {
    Int(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
  }

  /// Adds or replaces a box. Returns `false`, having done nothing, when the table is too full.
  func set(_ box: AnyDependencyBox, for id: UInt) -> Bool {
    var index = start(of: id)
    while true {
      let found = slots[index].id.load(ordering: .relaxed)
      if found == id || found == 0 {
        guard found == id || (count + 1) * 4 <= (mask + 1) * 3
        else { return false }
        retained.append(box)
        slots[index].box.store(
          UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque()), ordering: .releasing)
        if found == 0 {
          slots[index].id.store(id, ordering: .releasing)
          count += 1
        }
        return true
      }
      index = (index &+ 1) & mask
    }
  }

  /// A table twice as large with the same contents.
  func grown() -> BoxTable {
    let table = BoxTable(capacity: (mask + 1) * 2)
    for index in 0...mask {
      let id = slots[index].id.load(ordering: .relaxed)
      if id != 0, let box = box(at: index) { _ = table.set(box, for: id) }
    }
    return table
  }
}
