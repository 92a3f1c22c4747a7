import RecordingsListPreview

await RecordingsListPreview.main()
