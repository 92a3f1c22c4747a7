/// The name of an enum value's case, as it stands in the source.
///
/// A mirror does not give it for a case without payload, and the value's description may be made
/// by the type itself. The runtime function behind the standard descriptions gives it always. It
/// gives `nil` for enums that are imported from C.
func enumCaseName(of value: some Any) -> String? {
  caseName(value).map { String(cString: $0) }
}

@_silgen_name("swift_EnumCaseName")
private func caseName<T>(_ value: T) -> UnsafePointer<CChar>?
