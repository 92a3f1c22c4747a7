enum DatabaseClientLivePlaceholder {}
