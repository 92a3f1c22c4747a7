enum ArgumentParsingPlaceholder {}
