enum TranscriptExportPlaceholder {}
