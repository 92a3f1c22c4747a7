import PlaybackPreview

await PlaybackPreview.main()
