// The completion scripts for shells. Bash's is run, as bash runs it.

/// What bash offers for a command line with the cursor at its end.
private func completions(_ line: String, in folder: Folder) async throws -> [String] {
  let script = #"""
    source <("$0" --generate-completion-script bash)
    cd "$2"
    ln -sf "$0" pscope
    PATH=$PWD:$PATH
    COMP_LINE=$1
    COMP_POINT=${#1}
    read -ra COMP_WORDS <<<"$1"
    [[ $1 != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _pscope pscope "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf '%s\n' "${COMPREPLY[@]}"
    """#
  let outcome = try await run(["bash", "-c", script, binary, line, folder.path])
  #expect(outcome.errors.isEmpty, "\(outcome.errors)")
  return outcome.text.split(separator: "\n").map(String.init)
}

@Suite struct CompletionTests {
  @Test func bashOffersScenariosAndLogs() async throws {
    let folder = try Folder()
    for name in ["run.ndjson", "a run.ndjson", "notes.txt", ".hidden.ndjson"] { _ = try folder.write(name, "") }
    try FileManager.default.createDirectory(atPath: folder.file("logs"), withIntermediateDirectories: true)
    _ = try folder.write("logs/old.ndjson", "")
    let all = try await completions("pscope view ", in: folder)
    for word in ["list-loader", "find-the-fault", "run.ndjson", "a run.ndjson", "logs/"] { #expect(all.contains(word)) }
    #expect(!all.contains("notes.txt") && !all.contains(".hidden.ndjson"))
    try await expectEqual(completions("pscope view find", in: folder), ["find-the-fault"])
    try await expectEqual(completions("pscope stats logs/", in: folder), ["logs/old.ndjson"])
    #expect(try await completions("pscope check run.ndjson list-loader-", in: folder).contains("list-loader-task"))
    #expect(try await completions("pscope view nothing-like-this", in: folder).isEmpty)
  }

  @Test(arguments: [
    ("pscope demo li", "list-loader"), ("pscope demo --theme c", "color-blind"), ("pscope view one --colors 2", "256"),
    ("pscope view one --frame a", "ansi"), ("pscope demo one --language z", "zh"),
    ("pscope export one --format n", "ndjson"), ("pscope ex", "export"), ("pscope learn inside-", "inside-bolts"),
    ("pscope demo --policy remote-", "remote-else-local"), ("pscope config --pa", "--path"),
    ("pscope view one --no-a", "--no-ascii"), ("pscope check --fail-on w", "warning"),
    ("pscope check --format s", "sarif"),
  ])
  func bashOffersWords(line: String, word: String) async throws {
    #expect(try await completions(line, in: Folder()).contains(word))
  }

  @Test(arguments: ["zsh", "fish"]) func otherShellsOfferTheSame(shell: String) async throws {
    let outcome = try await pscope("--generate-completion-script", shell)
    expectEqual(outcome.code, 0)
    for word in ["list-loader", "color-blind", "ndjson", "---completion"] { #expect(outcome.text.contains(word)) }
  }
}
