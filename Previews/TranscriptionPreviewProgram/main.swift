import TranscriptionPreview

await TranscriptionPreview.main()
