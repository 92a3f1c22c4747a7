import AppPreview

await AppPreview.main()
