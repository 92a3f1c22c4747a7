enum ConcurrencyExtrasPlaceholder {}
