enum AudioFileClientPlaceholder {}
