import ImportPreview

await ImportPreview.main()
