import Foundation
import IdentifiedCollections
import Testing

/// Thousands of random operations, each compared with the same operation on a plain array.
@Suite struct IdentifiedArrayModelTests {
  @Test("IDA-10 random operations agree with a plain array", arguments: 0..<12)
  func randomOperations(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed))
    // Small ranges of ids make for collisions, large ones for growth of the index.
    let range = [12, 60, 600, 6000][seed % 4]
    var array: IdentifiedArrayOf<Item> = []
    var model: [Item] = []
    for step in 0..<2000 {
      let id = Int.random(in: 0..<range, using: &generator)
      let item = Item(id: id, name: "\(step)")
      let known = model.firstIndex { $0.id == id }
      let place = Int.random(in: 0...model.count, using: &generator)
      switch Int.random(in: 0..<25, using: &generator) {
      case 0..<6:
        let result = array.append(item)
        #expect(result == (known == nil, known ?? model.count))
        if known == nil { model.append(item) }
      case 6..<9:
        let result = array.insert(item, at: place)
        #expect(result == (known == nil, known ?? place))
        if known == nil { model.insert(item, at: place) }
      case 9:
        let replaced = array.updateOrAppend(item)
        #expect(replaced == known.map { model[$0] })
        if let known { model[known] = item } else { model.append(item) }
      case 10:
        let (replaced, index) = array.updateOrInsert(item, at: place)
        #expect(replaced == known.map { model[$0] })
        #expect(index == known ?? place)
        if let known { model[known] = item } else { model.insert(item, at: place) }
      case 11..<13:
        #expect(array.remove(id: id) == known.map { model[$0] })
        if let known { model.remove(at: known) }
      case 13 where place < model.count:
        #expect(array.remove(at: place) == model.remove(at: place))
      case 14:
        array[id: id]?.name += "!"
        if let known { model[known].name += "!" }
      case 15:
        array[id: id] = item
        if let known { model[known] = item } else { model.append(item) }
      case 16:
        array[id: id] = nil
        if let known { model.remove(at: known) }
      case 17 where place < model.count:
        let other = Int.random(in: 0..<model.count, using: &generator)
        array.swapAt(place, other)
        model.swapAt(place, other)
      case 18 where step % 10 == 0:
        let digit = id % 10
        array.removeAll { $0.id % 10 == digit }
        model.removeAll { $0.id % 10 == digit }
      case 19 where step % 5 == 0:
        let end = min(model.count, place + 3)
        array.removeSubrange(place..<end)
        model.removeSubrange(place..<end)
      case 20 where step % 10 == 0:
        array.sort { $0.name < $1.name }
        model.sort { $0.name < $1.name }
      case 21:
        array.reverse()
        model.reverse()
      case 22:
        let offsets = IndexSet(model.indices.filter { ($0 + id) % 7 == 0 })
        array.move(fromOffsets: offsets, toOffset: place)
        let moved = offsets.map { model[$0] }
        let before = model[..<place].filter { !moved.contains($0) }
        let after = model[place...].filter { !moved.contains($0) }
        model = before + moved + after
      case 23:
        let offsets = IndexSet(model.indices.filter { ($0 + id) % 31 == 0 })
        array.remove(atOffsets: offsets)
        model = model.indices.filter { !offsets.contains($0) }.map { model[$0] }
      case 24 where place < model.count:
        array[place] = item
        if let known { model.swapAt(known, place) }
        model[place] = item
      default:
        #expect(array[id: id] == known.map { model[$0] })
        #expect(array.index(id: id) == known)
      }
      guard array.elements == model, step % 20 != 0 || array.isConsistent(id: \.id)
      else {
        Issue.record("the array and the model differ after step \(step)")
        return
      }
    }
    #expect(array.isConsistent(id: \.id))
  }

  @Test("ids with equal hashes are distinguished by every operation")
  func collidingHashes() {
    var generator = SeededGenerator(state: 7)
    var array: IdentifiedArrayOf<CollidingItem> = []
    var model: [CollidingItem] = []
    for _ in 0..<1500 {
      let item = CollidingItem(id: Colliding(value: .random(in: 0..<80, using: &generator)))
      let known = model.firstIndex(of: item)
      let place = Int.random(in: 0...model.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1:
        #expect(array.append(item).inserted == (known == nil))
        if known == nil { model.append(item) }
      case 2:
        #expect(array.insert(item, at: place).index == known ?? place)
        if known == nil { model.insert(item, at: place) }
      case 3:
        #expect((array.remove(id: item.id) != nil) == (known != nil))
        if let known { model.remove(at: known) }
      case 4 where place < model.count:
        array.swapAt(0, place)
        model.swapAt(0, place)
      default:
        array.reverse()
        model.reverse()
      }
      #expect(array.elements == model)
      #expect(array.isConsistent(id: \.id))
    }
  }

  @Test("a hundred thousand elements stay found while the front is removed and refilled")
  func largeArray() {
    var array = IdentifiedArrayOf<Item>(uniqueElements: (0..<100_000).map { Item(id: $0) })
    for id in 0..<20 {
      #expect(array.remove(id: id * 1000)?.id == id * 1000)
      #expect(array.insert(Item(id: -id - 1), at: id * 500).inserted)
    }
    #expect(array.count == 100_000)
    #expect(array.isConsistent(id: \.id))
  }
}
