@main enum SharingFaults { static func main() {} }
