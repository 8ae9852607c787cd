// The PromiseScope library as the Swift exercises link it: built once from the sources that the command carries, below the user's cache folder, and
// reused by every exercise and every run. Owns the folder, the commands that build it, and the command that builds a program with it.
//
// The compiler is called directly, once per module: SwiftPM takes twice the processor time, and a second more for each program.

import ChainScreen
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The library on this machine.
struct SwiftLibrary: Sendable {
  /// The folder with the sources, the modules, and the objects.
  let folder: String
  private let compiler: String

  /// Finds the compiler, and the folder that belongs to it and to this version of the library.
  ///
  /// - Throws: ``Failure`` if there is no compiler or no cache folder.
  init(_ language: Language) throws {
    guard let compiler = try? ProgramFile("swiftc") else {
      throw Failure(
        sentence: language(
          "exercises in Swift need a Swift toolchain, and 'swiftc' was not found in the folders of PATH: install Swift 6.1 or later from https://www.swift.org/install, or use --in node.",
          "Swift 练习需要 Swift 工具链，但在 PATH 的文件夹里找不到 swiftc：请从 https://www.swift.org/install 安装 Swift 6.1 或更高版本，或者改用 --in node。"
        ),
        code: .notFound)
    }
    // Its name decides what the driver does, so only its folder is resolved.
    let (folder, name) = FolderListing.split(compiler.path)
    self.compiler = (realPath(folder).map { $0 + "/" } ?? folder) + name
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    guard
      let cache = variable("XDG_CACHE_HOME").flatMap({ $0.hasPrefix("/") ? $0 : nil })
        ?? variable("HOME").flatMap({ $0.isEmpty ? nil : $0 + "/.cache" })
    else {
      throw Failure(
        sentence: language(
          "no cache folder for the library: expected HOME or an absolute XDG_CACHE_HOME, found neither.",
          "没有存放库的缓存文件夹：应设置 HOME 或绝对路径的 XDG_CACHE_HOME，两者都没有。"))
    }
    // FNV-1a, over the sources and the version of the compiler.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let version = try ChildProcess.output(of: compiler.path, "--version")
    for file in Self.sources {
      for byte in file.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    for byte in version.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.folder = "\(cache)/promisescope/swift-\(String(hash, radix: 36))"
  }

  private static var sources: [(path: String, bytes: UnsafeBufferPointer<UInt8>)] { CarriedFiles.below("Sources") }

  /// Whether it has been built.
  var isBuilt: Bool { access(folder + "/lib/PromiseScope.o", R_OK) == 0 }

  // MARK: Building it

  /// Builds it, unless it has been built.
  ///
  /// Takes about half a minute of processor time. It is built beside its folder and moved there when it is complete, so several processes may try.
  ///
  /// - Throws: ``Failure`` if it can't be written or compiled.
  func build(_ language: Language) throws {
    if isBuilt { return }
    complain(
      language(
        "building the library, once for all exercises in Swift: this takes about a minute.",
        "正在构建库，所有 Swift 练习只需一次：大约一分钟。"))
    createFolders(of: folder)
    let (parent, name) = FolderListing.split(folder)
    for other in FolderListing.names(in: parent) where other.hasSuffix(".partial") {
      guard let pid = other.split(separator: ".").dropLast().last.flatMap({ Int32($0) }), ProgramState.of(pid) == .gone
      else { continue }
      Self.remove(parent + other)
    }
    let partial = "\(parent)\(name).\(getpid()).partial"
    try writeSources(to: partial, language)
    let errors = partial + "/errors"
    let end = try Self.run(
      Self.script, [partial, compiler, parentFolder(of: realPath(compiler) ?? compiler) + "/clang"], errors: errors)
    guard case .exited(0) = end else {
      let lines = (try? SmallFile.read(errors))?.split(separator: "\n").prefix(5).joined(separator: "\n") ?? ""
      Self.remove(partial)
      if !lines.isEmpty {
        writeToStandardError(lines.split(separator: "\n").map { Escaping.line(String($0)) + "\n" }.joined())
      }
      throw Failure(sentence: language("the library could not be built.", "库构建失败。"))
    }
    // Another process may have been faster.
    if rename(partial, folder) != 0 { Self.remove(partial) }
    guard isBuilt else { throw failure(folder, language) }
  }

  private func writeSources(to partial: String, _ language: Language) throws {
    for (path, bytes) in Self.sources {
      let file = "\(partial)/\(path)"
      createFolders(of: file)
      let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw failure(file, language) }
      defer { close(descriptor) }
      guard write(descriptor, bytes.baseAddress, bytes.count) == bytes.count else { throw failure(file, language) }
    }
  }

  private func failure(_ path: String, _ language: Language) -> Failure {
    let reason = errorText()
    return Failure(sentence: language("can't write \(path): \(reason).", "无法写入 \(path)：\(reason)。"))
  }

  /// Builds the modules in order.
  ///
  /// `PromiseScope` is compiled in Swift 5 mode, as in `Package.swift`.
  private static let script = """
    set -e
    cd "$1"
    mkdir lib
    printf 'module CPromiseRuntime { umbrella header "CPromiseRuntime.h" export * }' >Sources/CPromiseRuntime/include/module.modulemap
    [ -x "$3" ] && clang=$3 || clang=clang
    for file in Sources/CPromiseRuntime/*.c; do
      "$clang" -c -O1 -fPIC -fblocks -I Sources/CPromiseRuntime/include "$file" -o "lib/$(basename "$file").o"
    done
    for module in PlainText PromiseTrace PromiseCore PromiseScope; do
      mode=6
      [ $module = PromiseScope ] && mode=5
      find "Sources/$module" -name '*.swift' >files
      "$2" -wmo -Onone -parse-as-library -suppress-warnings -swift-version $mode -package-name promisescope \\
        -module-name $module -emit-module -emit-module-path lib/$module.swiftmodule -emit-object -o lib/$module.o \\
        -I lib -I Sources/CPromiseRuntime/include @files
    done
    """

  // MARK: Programs

  /// Where a program of an exercise is built: a folder of this process.
  func programFolder() -> String { "\(folder)/run-\(getpid())" }

  /// The words of a command that builds a program and, if that succeeds, becomes the program.
  ///
  /// - Parameters:
  ///   - file: Its source.
  ///   - program: The path of the program, which is removed first.
  func words(for file: String, program: String) -> [String] {
    let module = FolderListing.split(program).name.replacing("-", with: "_")
    let script = """
      rm -f "$2"
      mkdir -p "$(dirname "$2")"
      "$3" -swift-version 6 -Onone -suppress-warnings -diagnostic-style llvm -module-name \(module) \\
        -I "$4/lib" -I "$4/Sources/CPromiseRuntime/include" "$1" "$4"/lib/*.o -o "$2" || exit 1
      exec "$2"
      """
    return ["/bin/sh", "-c", script, "sh", file, program, compiler, folder]
  }

  /// Removes the programs of this process.
  func removePrograms() { Self.remove(programFolder()) }

  private static func remove(_ path: String) { _ = try? run("rm -rf -- \"$1\"", [path]) }

  private static func run(_ script: String, _ arguments: [String], errors: String? = nil) throws -> ChildProcess.End {
    let words = (["/bin/sh", "-c", script, "sh"] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    let output = errors.map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) } ?? null
    defer { for descriptor in Set([null, output]) { close(descriptor) } }
    return try ChildProcess("/bin/sh", words, variables: [:], descriptors: [null, output, output]).wait()
  }
}
