import ExportPreview

await ExportPreview.main()
