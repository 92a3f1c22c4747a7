enum CustomDumpPlaceholder {}
