// The keyboard of a program beside a screen: a pseudo-terminal that is its standard input. Owns both ends, and the lines that its typing echoes.
//
// It is not the program's controlling terminal, so keys such as Ctrl-C still come from the real one.

import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pseudo-terminal that a program reads.
struct ProgramInput: Sendable {
  /// The end that the program reads.
  let descriptor: Int32
  private let keyboard: Int32

  /// Creates one; nil if the system has none left.
  init?() {
    var ends: (keyboard: Int32, program: Int32) = (-1, -1)
    guard openpty(&ends.keyboard, &ends.program, nil, nil, nil) == 0 else { return nil }
    (keyboard, descriptor) = ends
    for end in [keyboard, descriptor] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A program that reads nothing must not hold up the screen.
    _ = fcntl(keyboard, F_SETFL, fcntl(keyboard, F_GETFL) | O_NONBLOCK)
  }

  /// Sends what a key stands for; what the program does not take in time is dropped.
  func type(_ bytes: [UInt8]) { _ = write(keyboard, bytes, bytes.count) }

  /// Delivers each line that the terminal echoes.
  func echo(to onLine: @escaping @Sendable (String) -> Void) {
    Thread.detachNewThread {
      var (line, byte) = ([UInt8](), UInt8(0))
      var wait = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      while poll(&wait, 1, -1) > 0 || errno == EINTR {
        let count = read(keyboard, &byte, 1)
        guard count > 0 else {
          if count < 0, errno == EAGAIN || errno == EINTR { continue }
          return
        }
        if byte == 0x0A {
          onLine(String(decoding: line.filter { $0 != 0x0D }, as: UTF8.self))
          line = []
        } else if byte == 0x08 {
          // The cursor moves back over what was erased.
          while let last = line.popLast(), last & 0xC0 == 0x80 {}
        } else if line.count < 4_096 {
          line.append(byte)
        }
      }
    }
  }
}
