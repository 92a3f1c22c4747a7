enum BuildPlaceholder {}
