import TrashPreview

await TrashPreview.main()
