// A feature that shares state overrides storages and clocks in its tests, and reports issues in its
// keys: it need not import each of these modules by name.
@_exported public import Dependencies
@_exported public import FileStorage
@_exported public import IdentifiedCollections
