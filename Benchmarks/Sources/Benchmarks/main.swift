// Prints what the promise core costs.

let results = Allocations.measure()
print("| operation | allocations | bytes |")
print("| --- | ---: | ---: |")
for result in results {
  print("| \(result.name) | \(rounded(result.allocations)) | \(rounded(result.bytes)) |")
}

/// Two digits behind the point, where there is anything.
func rounded(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  if hundredths % 100 == 0 { return "\(hundredths / 100)" }
  return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
}
