enum DependenciesPlaceholder {}
