// What arrives for one request, and what the end of its transfer means. Owns the bounds on the head and on the body.
//
// Source: libcurl-errors(3).

import CCurl
import Foundation

/// Collects an answer; used by one thread.
final class HTTPExchange {
  /// The number of bytes beyond which a head is refused.
  static let headLimit = 1 << 16

  private let bodyLimit: Int
  private let isOver: () -> Bool
  private var answer: HTTPAnswer?
  private var headSize = 0
  /// libcurl reports the half of a head as a complete answer without a body.
  private var isHeadComplete = false

  /// Creates an empty exchange.
  init(bodyLimit: Int, isOver: @escaping () -> Bool) { (self.bodyLimit, self.isOver) = (bodyLimit, isOver) }

  /// Runs a transfer; see `psCurlPerform`.
  func perform(_ request: HTTPRequest, by library: OpaquePointer, _ text: inout [CChar]) -> Int32 {
    // Without the last line, libcurl first asks the server about a body of more than a megabyte, and waits for a second.
    let lines = (request.headers + ["Expect:"]).map { strdup($0) }
    defer { for line in lines { free(line) } }
    let body = request.body ?? []
    return lines.map { UnsafePointer($0) }.withUnsafeBufferPointer { lines in
      request.url.withCString { url in
        body.withUnsafeBytes { body in
          guard let first = lines.baseAddress else { return Int32(psCurlOver) }
          var raw = psCurlRequest(
            url: url, headers: first, headerCount: lines.count, isPost: request.body != nil, body: body.baseAddress,
            bodySize: body.count, milliseconds: Int(min(max(request.timeout, 0.001), 86_400) * 1_000),
            usesProxy: request.usesProxy, receiveHead: Self.receiveHead, receiveBody: Self.receiveBody,
            isOver: { HTTPExchange.of($0).isOver() }, context: Unmanaged.passUnretained(self).toOpaque())
          return psCurlPerform(library, &raw, &text)
        }
      }
    }
  }

  private static let receiveHead: psCurlReceiver = { bytes, size, count, context in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return HTTPExchange.of(context).take(head: line) ? line.count : 0
  }

  private static let receiveBody: psCurlReceiver = { bytes, size, count, context in
    let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
    HTTPExchange.of(context).take(body: part)
    return part.count
  }

  /// The exchange that `perform` passed as the context.
  private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPExchange {
    guard let context else { preconditionFailure("a receiver was called without its context") }
    return Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
  }

  /// Takes a line of a head; returns whether to continue.
  private func take(head line: UnsafeRawBufferPointer) -> Bool {
    headSize += line.count
    guard headSize <= Self.headLimit else { return false }
    let text = String(decoding: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    if let next = HTTPAnswer(statusLine: text) {
      // An answer such as `100 Continue` precedes the one that counts.
      (answer, isHeadComplete) = (next, false)
    } else if text.isEmpty {
      isHeadComplete = (answer?.status ?? 0) >= 200
    } else if !isHeadComplete, let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      let end = value.lastIndex { $0 != " " && $0 != "\t" }
      answer?.headers.append(.init(name: String(text[..<colon]), value: String(end.map { value[...$0] } ?? "")))
    }
    return true
  }

  private func take(body part: UnsafeRawBufferPointer) {
    let room = bodyLimit - (answer?.body.count ?? 0)
    answer?.body += part.prefix(max(0, room))
  }

  /// The meaning of the end of a transfer.
  ///
  /// - Parameters:
  ///   - code: What `psCurlPerform` returned.
  ///   - text: libcurl's words.
  /// - Returns: The answer if it is complete, or why not.
  func result(_ code: Int32, _ text: String) -> Result<HTTPAnswer, HTTPError> {
    switch code {
    case 0:
      guard let answer, isHeadComplete else { return .failure(.lost("")) }
      return .success(answer)
    case Int32(psCurlOver): return .failure(.canceled)
    case 6: return .failure(.unknownHost)
    case 7: return .failure(.noServer)
    case 28: return .failure(.late)
    // A body or a stream that ended early, no answer at all, and errors of sending and receiving.
    case 16, 18, 52, 55, 56, 92: return .failure(.lost(text))
    // TLS: a server that leaves during the handshake, or does not speak TLS.
    case 35:
      let isLost = ["reset", "eof", "closed", "broken pipe", "syscall"].contains { text.lowercased().contains($0) }
      return .failure(isLost ? .lostBeforeSending(text) : .other(text))
    // What is no HTTP, a line of a head that is not valid, and one that is too long.
    case 1 where text.contains("HTTP"): return .failure(.invalid("the server answered with something other than HTTP"))
    case 8, 61: return .failure(.invalid(text))
    case 23, 27, 100: return .failure(.invalid("the head of the server's answer is too long"))
    default: return .failure(.other(text))
    }
  }
}
