import HealthPreview

await HealthPreview.main()
