import WeatherPreview

await WeatherPreview.main()
