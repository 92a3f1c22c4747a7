enum IssueReportingPlaceholder {}
