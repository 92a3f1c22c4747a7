enum SpeechClientLivePlaceholder {}
