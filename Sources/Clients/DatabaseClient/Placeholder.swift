enum DatabaseClientPlaceholder {}
