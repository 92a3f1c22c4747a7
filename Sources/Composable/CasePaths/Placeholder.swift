enum CasePathsPlaceholder {}
