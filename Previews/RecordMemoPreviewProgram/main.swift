import RecordMemoPreview

await RecordMemoPreview.main()
