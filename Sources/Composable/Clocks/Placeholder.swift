enum ClocksPlaceholder {}
