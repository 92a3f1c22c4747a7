/// Gives the payload of an enum's case a fresh identity, before it is handed out for modification.
public func _$willModify<Payload: _Identified>(_ payload: inout Payload) {
  payload._$willModify()
}

/// A payload without an identity always counts as replaced: nothing to do.
@_disfavoredOverload
public func _$willModify<Payload>(_ payload: inout Payload) {}
