// Each operation has two overloads. A key path literal of one step, as in `action[case: \.failed]`,
// becomes a key path into `AllCasePaths`: a constant, which the optimizer turns into a `switch`.
// All other case key paths go through `Case`.

extension CasePathable {
  /// The value of a case, or `nil` if the root is in another case.
  ///
  /// Assigning replaces the value. If the root is in another case, it stays unchanged: assign the
  /// root itself to change its case. Assigning `nil` reports an issue and changes nothing, unless
  /// the case's value is optional: then it becomes `nil`.
  @inlinable
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set { AnyCasePath(keyPath).replace(&self, with: newValue) }
    _modify {
      let path = AnyCasePath(keyPath)
      var value = path.extract(from: self)
      let wasThere = value != nil
      yield &value
      path.putBack(value, into: &self, wasThere: wasThere)
    }
  }

  /// The value of a case, or `nil` if the root is in another case. For literals of one step; see
  /// the subscript above.
  @inlinable
  public subscript<Value>(
    case keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set { Self.allCasePaths[keyPath: keyPath].replace(&self, with: newValue) }
    _modify {
      let path = Self.allCasePaths[keyPath: keyPath]
      var value = path.extract(from: self)
      let wasThere = value != nil
      yield &value
      path.putBack(value, into: &self, wasThere: wasThere)
    }
  }

  /// The value of a case that is itself optional. Assigning `nil` puts the case with `nil` in it.
  @inlinable
  public subscript<Wrapped>(case keyPath: CaseKeyPath<Self, Wrapped?>) -> Wrapped?? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set { AnyCasePath(keyPath).replace(&self, with: .some(newValue ?? nil)) }
    _modify {
      let path = AnyCasePath(keyPath)
      var value = path.extract(from: self)
      let wasThere = value != nil
      yield &value
      path.putBack(.some(value ?? nil), into: &self, wasThere: wasThere)
    }
  }

  /// The value of a case that is itself optional. Assigning `nil` puts the case with `nil` in it.
  @inlinable
  public subscript<Wrapped>(
    case keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Wrapped?>>
  ) -> Wrapped?? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set { Self.allCasePaths[keyPath: keyPath].replace(&self, with: .some(newValue ?? nil)) }
    _modify {
      let path = Self.allCasePaths[keyPath: keyPath]
      var value = path.extract(from: self)
      let wasThere = value != nil
      yield &value
      path.putBack(.some(value ?? nil), into: &self, wasThere: wasThere)
    }
  }

  /// The value of a case of unknown type, or `nil` if the root is in another case.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    keyPath.erasedCasePath()?.extract(self)
  }

  /// The value of a case as a property, for a type that is marked `@dynamicMemberLookup`.
  @inlinable
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Not there: an assignment would have to choose between changing and replacing the case.
  @available(
    *, unavailable,
    message: "Write 'root = .case(value)' to replace the case, 'modify(_:yield:)' to change it"
  )
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value {
    get { preconditionFailure("unavailable") }
    set { preconditionFailure("unavailable") }
  }
}

extension CasePathable {
  /// Whether the root is in a case.
  @inlinable
  public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
    AnyCasePath(keyPath).extract(from: self) != nil
  }

  /// Whether the root is in a case.
  @inlinable
  public func `is`<Value>(_ keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>) -> Bool {
    Self.allCasePaths[keyPath: keyPath].extract(from: self) != nil
  }

  /// Whether the root is in a case, given as a key path of unknown type.
  @_disfavoredOverload
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    keyPath.erasedCasePath()?.matches(self) ?? false
  }

  /// Matches a case key path as a pattern: `case \.failed:`.
  @inlinable
  public static func ~= <Value>(pattern: CaseKeyPath<Self, Value>, root: Self) -> Bool {
    root.is(pattern)
  }

  /// Matches a case key path of unknown type as a pattern.
  @_disfavoredOverload
  public static func ~= (pattern: PartialCaseKeyPath<Self>, root: Self) -> Bool {
    root.is(pattern)
  }
}
