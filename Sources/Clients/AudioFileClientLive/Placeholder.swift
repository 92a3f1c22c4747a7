enum AudioFileClientLivePlaceholder {}
