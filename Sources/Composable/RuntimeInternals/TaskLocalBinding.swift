extension TaskLocal {
  /// Whether a value is bound where this is asked. To ask takes a fraction of what reading takes,
  /// which copies the default value where none is bound.
  package var isBound: Bool {
    localValue(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())) != nil
  }
}

@_silgen_name("swift_task_localValueGet")
private func localValue(_ key: UnsafeRawPointer) -> UnsafeMutableRawPointer?
