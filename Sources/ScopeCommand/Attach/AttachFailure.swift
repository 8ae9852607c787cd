// Why a process can't be attached to, in a sentence that says what to type.

import ArgumentParser
import PlainText
import ProcessMemory

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Failure {
  /// A reason for which nothing was read.
  static func notAttached(_ sentence: String) -> Failure { Failure(sentence: sentence, code: .notRecorded) }

  /// - Parameters:
  ///   - error: Why the memory can't be read.
  ///   - target: Whose memory it is.
  init(_ error: ProcessError, of target: AttachTarget) {
    self = .notAttached(error.sentence(target))
  }

  /// - Parameter isPartial: Whether a part of the memory was not read.
  init(_ error: HeapError, of target: AttachTarget, _ runtime: AttachedRuntime, isPartial: Bool) {
    switch error {
    case .noHeap where isPartial && target.process != nil:
      self = .notAttached(
        "\(target.name) is too large to be read in half of the memory that is free here; read its core file, which takes none: type: gcore -o core \(target.word) && pscope attach core.\(target.word)"
      )
    case .noLayout:
      self = .notAttached(
        "\(target.name) does not export the layout of its objects, so its memory can't be read: its executable was stripped, or it runs neither Node, nor Python, nor tasks of Swift."
      )
    case .unverified where runtime == .swift:
      self = .notAttached("\(target.name) has tasks of Swift in a form that this version has not learned to read.")
    case .unverified(let version) where runtime != .node:
      self = .notAttached("\(target.name) runs Python \(Escaping.line(version)); \(AttachedRuntime.otherPython)")
    case .unverified(let version):
      self = .notAttached(
        "\(target.name) runs V8 \(Escaping.line(version)), whose objects this version has not learned to read; those of Node 18, 20, 22, and 24 are."
      )
    case .noNames(let tasks):
      let what = NumberText.plural(tasks, "task", "tasks")
      self = .notAttached(
        "\(target.name) has \(what) of Swift, but its executable was stripped of its symbols, so where they wait is not known."
      )
    case .noHeap:
      self = .notAttached("\(target.name) has no object of JavaScript yet: it has just started, or was not read whole.")
    }
  }
}

extension ProcessError {
  fileprivate func sentence(_ target: AttachTarget) -> String {
    let name = target.name
    let asRoot = "type: sudo pscope attach \(target.word)"
    return switch self {
    case .unsupportedSystem: "pscope attach is not supported on this system: it reads the memory of processes on Linux."
    case .noSuchProcess: "there is no \(name). 'pscope attach' lists what can be attached to."
    case .zombie: "\(name) has already ended; only its parent does not know it yet."
    case .kernelThread: "\(name) is a part of the kernel, which has no promises."
    case .notPermitted(.user(let user)): "\(name) belongs to \(UserName.of(user)); \(asRoot)"
    case .notPermitted(.scope(3)):
      "this system lets nothing read another process until it is started again (kernel.yama.ptrace_scope is 3)."
    case .notPermitted(.scope(let scope)):
      "this system lets only an administrator read \(name) (kernel.yama.ptrace_scope is \(scope)); \(asRoot)"
    case .notPermitted(.container):
      "this process may not read others, as in a container without CAP_SYS_PTRACE: start the container with --cap-add=SYS_PTRACE, or, on its host, \(asRoot)"
    case .notPermitted(.process): "\(name) has forbidden that other processes read it; \(asRoot)"
    case .traced(let tracer):
      "process \(tracer) is debugging \(name), and a process has one debugger at a time: let that one detach first."
    case .ended: "\(name) ended while it was read."
    case .replaced: "\(name) started another program while it was read; attach again."
    case .canceled: "reading \(name) was canceled; it runs on."
    case .notELF: "\(name) is not a program of this kind of machine, so its memory can't be read."
    case .noSymbols:
      "\(name) was stripped of its symbols, or linked statically without any, so where its objects lie is not known."
    case .notCore: "\(name) is not a core file of a 64-bit Linux process."
    case .noExecutable(nil): "\(name) does not say which program it is of: it was probably cut off."
    case .noExecutable(let path?):
      "the program of \(name), \(Escaping.line(path)), is not here, or is another one now: a core file needs the same one."
    case .system(let number): "can't read \(name): \(String(cString: strerror(number)))."
    }
  }
}
