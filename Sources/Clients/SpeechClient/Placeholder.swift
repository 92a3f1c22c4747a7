enum SpeechClientPlaceholder {}
