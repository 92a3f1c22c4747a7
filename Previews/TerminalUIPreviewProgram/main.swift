import TerminalUIPreview

await TerminalUIPreview.main()
