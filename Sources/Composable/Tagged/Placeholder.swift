enum TaggedPlaceholder {}
