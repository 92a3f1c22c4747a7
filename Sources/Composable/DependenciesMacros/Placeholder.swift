enum DependenciesMacrosPlaceholder {}
