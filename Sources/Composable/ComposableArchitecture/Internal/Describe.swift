import CustomDump

/// A value as a message shows it, in lines of its own.
func describe(_ value: Any) -> String {
  indented(String(customDumping: value))
}
