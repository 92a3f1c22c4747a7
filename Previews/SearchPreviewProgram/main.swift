import SearchPreview

await SearchPreview.main()
