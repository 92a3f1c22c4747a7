enum IdentifiedCollectionsPlaceholder {}
