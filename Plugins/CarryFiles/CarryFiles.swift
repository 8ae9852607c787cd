// The plugin of a target that carries whole folders, such as the lessons: before each build, `scripts/carry-files` writes their files as string
// literals, so that a new file needs no list. Files that are always the same ones are embedded by `CCarriedFiles` instead.

import Foundation
import PackagePlugin

@main
struct CarryFiles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let (script, folder) = (
      context.package.directoryURL.appending(path: "scripts/carry-files"), context.pluginWorkDirectoryURL
    )
    let (output, stamp) = (folder.appending(path: "CarriedFolders.swift"), folder.appending(path: "stamp"))
    if !FileManager.default.fileExists(atPath: stamp.path) { try Data().write(to: stamp) }
    // The script touches the stamp, its own input, so it runs in every build: the files, and which ones there are, may have changed. What it
    // writes is replaced only if it differs.
    return [
      .buildCommand(
        displayName: "Carrying the files of \(target.name)", executable: URL(filePath: "/bin/bash"),
        arguments: [script.path, target.name, output.path, stamp.path], inputFiles: [script, stamp],
        outputFiles: [output])
    ]
  }
}
