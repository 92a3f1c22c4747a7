enum DependenciesTestSupportPlaceholder {}
