import CustomDump

/// The description of a value in messages, on separate lines.
func describe(_ value: Any) -> String {
  indented(String(customDumping: value))
}
