import OnboardingPreview

await OnboardingPreview.main()
