// Finds the path in the repository of a file that a log names. Owns where it looks, in this order: `paths` of promisescope.yml, the log's
// `sourceRoot`, the path itself, the targets of the packages, and every folder named like the module. Does not open source files.
//
// Swift names a file as `Module/File.swift`, without the folders between, and no two files of a module have one name.

import Foundation

/// The files of a repository.
final class RepositoryPaths {
  enum Place: Equatable {
    /// Its path, relative to the repository.
    case path(String)
    /// Several files may be meant.
    case ambiguous([String])
    case unknown
  }

  /// The folder of the repository: an absolute path without symbolic links.
  let root: String
  /// The folders of modules, from promisescope.yml.
  private let folders: [String: String]
  /// The folders of the modules of all packages: absolute paths.
  private lazy var modules = packageModules()
  private lazy var everything = SourceIndex.files(below: root)
  private var indices: [String: [String: [String]]] = [:]
  private var known: [[String]: Place] = [:]

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - folder: A folder of the repository.
  ///   - folders: The folders of modules: absolute paths, or relative to the working directory.
  init(of folder: String, folders: [String: String] = [:]) {
    root = Self.root(above: folder)
    self.folders = folders.mapValues { realPath($0) ?? $0 }
  }

  /// The repository that contains a folder: the nearest folder above it with `.git`, or else with a manifest, or the folder itself.
  private static func root(above folder: String) -> String {
    let start = realPath(folder) ?? folder
    for name in [".git", "Package.swift", Configuration.name, "package.json", "pyproject.toml"] {
      var path = start
      while path.count > 1 {
        if access(path + "/" + name, F_OK) == 0 { return path }
        path = parentFolder(of: path)
      }
    }
    return start
  }

  /// Where a file is.
  ///
  /// - Returns: Its path, if it is clear.
  func place(of name: String, sourceRoot: String) -> Place {
    if let place = known[[name, sourceRoot]] { return place }
    let place = find(name, sourceRoot)
    known[[name, sourceRoot]] = place
    return place
  }

  private func find(_ name: String, _ sourceRoot: String) -> Place {
    let parts = name.split(separator: "/").map(String.init)
    guard let file = parts.last else { return .unknown }
    if name.hasPrefix("/") { return inRepository([name]) }
    let module = parts.count > 1 ? parts[0] : ""
    if let folder = folders[module] {
      let direct = ([folder] + parts.dropFirst()).joined(separator: "/")
      return inRepository(Self.isFile(direct) ? [direct] : files(below: folder)[file] ?? [])
    }
    let roots = (sourceRoot.isEmpty ? [] : [sourceRoot]) + [".", root]
    if let direct = roots.map({ $0 + "/" + name }).first(where: Self.isFile) {
      let place = inRepository([direct])
      if place != .unknown { return place }
    }
    guard !module.isEmpty else { return .unknown }
    if let folders = modules[module] {
      return inRepository(folders.flatMap { files(below: $0)[file] ?? [] })
    }
    return inRepository((everything[file] ?? []).filter { $0.split(separator: "/").dropLast().contains(module[...]) })
  }

  /// The files among some that are in the repository.
  private func inRepository(_ paths: [String]) -> Place {
    let own = Set(
      paths.compactMap(realPath).filter { $0.hasPrefix(root + "/") }.map { String($0.dropFirst(root.count + 1)) })
    return own.count > 1 ? .ambiguous(own.sorted()) : own.first.map { .path($0) } ?? .unknown
  }

  private func files(below folder: String) -> [String: [String]] {
    if let index = indices[folder] { return index }
    let index = SourceIndex.files(below: folder)
    indices[folder] = index
    return index
  }

  /// The folders of the modules of the packages in the repository.
  private func packageModules() -> [String: [String]] {
    var modules: [String: [String]] = [:]
    for path in everything["Package.swift"] ?? [] {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
      let package = parentFolder(of: path)
      for target in PackageManifest(text).targets {
        let folder = target.folders.map { $0 == "." ? package : "\(package)/\($0)" }.first(where: Self.isFolder)
        if let folder, !(modules[target.module] ?? []).contains(folder) {
          modules[target.module, default: []].append(folder)
        }
      }
    }
    return modules
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && isRegular(status)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
