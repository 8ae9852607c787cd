// `Kernels NAME COUNT` repeats an operation COUNT times and prints its number of allocations; `Kernels` lists the names.
// scripts/bench-guard counts the instructions with a profiler.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

let kernels = coreKernels + promiseKitKernels + boltsKernels + traceKernels + modelKernels
let arguments = CommandLine.arguments.dropFirst()
if arguments.isEmpty {
  for kernel in kernels { print(kernel.name) }
} else if arguments.count == 2, let count = Int(arguments[2]), count > 0,
  let kernel = kernels.first(where: { $0.name == arguments[1] })
{
  print(kernel.run(count))
} else {
  print("usage: Kernels [NAME COUNT]")
  exit(64)
}
