extension Manifest {
  /// Everything except tests.
  var shipped: [Target] { targets.filter { !$0.isTest } }

  /// The dependencies of targets, without tests.
  var edges: [(Target, Target)] {
    let byName = byName
    return shipped.flatMap { from in
      from.dependencyNames.compactMap { byName[$0] }.map { (from, $0) }
    }
  }

  /// All that a target depends on, by way of others, too.
  func needs(of name: String) -> Set<String> {
    let byName = byName
    var needs: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      for name in byName[next]?.dependencyNames ?? [] where needs.insert(name).inserted {
        pending.append(name)
      }
    }
    return needs
  }

  /// The names of targets in a dependency cycle.
  var cycle: [String]? {
    let byName = byName
    var isDone: Set<String> = []
    var path: [String] = []
    func visit(_ name: String) -> [String]? {
      if let start = path.firstIndex(of: name) { return Array(path[start...]) }
      guard !isDone.contains(name), let target = byName[name]
      else { return nil }
      path.append(name)
      defer { path.removeLast() }
      for next in target.dependencyNames {
        if let cycle = visit(next) { return cycle }
      }
      isDone.insert(name)
      return nil
    }
    for target in targets {
      if let cycle = visit(target.name) { return cycle }
    }
    return nil
  }
}
