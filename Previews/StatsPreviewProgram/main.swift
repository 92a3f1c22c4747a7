import StatsPreview

await StatsPreview.main()
