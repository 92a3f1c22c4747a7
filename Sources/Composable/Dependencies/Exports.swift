// A feature or a test that imports Dependencies uses clocks, locked values and issues along with
// it, and need not import each of these modules by name.
@_exported public import Clocks
@_exported public import ConcurrencyExtras
@_exported public import IssueReporting
