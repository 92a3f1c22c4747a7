import SettingsPreview

await SettingsPreview.main()
