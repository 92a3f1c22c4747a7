enum SharedModelsPlaceholder {}
