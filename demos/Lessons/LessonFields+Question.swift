// A question in a lesson's file. Owns what an option means in each template: a promise, a moment, a number, a line, or a claim.

import LessonEngine
import PlainText
import PromiseTrace
import Yams

extension LessonFields {
  /// A question as the file has it.
  enum Asked {
    /// One of the run itself.
    case found(QuestionKind)
    case own(LessonQuestion)
  }

  func question(_ node: Node) throws -> Asked {
    if let found = node.mapping?["found"] {
      _ = try fields(node, "a question", required: ["found"], optional: [])
      let name = try text(found, "a kind of question")
      guard let kind = QuestionKind(rawValue: name) else {
        throw error(
          found,
          "expected a kind of question, one of \(QuestionKind.allCases.map(\.rawValue).joined(separator: ", ")), found '\(name)'"
        )
      }
      return .found(kind)
    }
    let fields = try fields(
      node, "a question", required: ["ask", "en", "zh", "options", "rule"],
      optional: ["at", "before", "of", "event", "about", "then", "if", "code"])
    let name = try text(fields["ask"], "what it asks")
    guard let template = QuestionTemplate(rawValue: name) else {
      let names = QuestionTemplate.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(fields["ask"], "expected one of \(names), found '\(name)'")
    }
    guard (fields["at"] == nil) != (fields["before"] == nil) else {
      throw error(node, "expected the moment of the question, at or before an event")
    }
    let moment = LessonQuestion.Moment(
      try happening(fields["at"] ?? fields["before"]), isBefore: fields["before"] != nil)
    guard let optionsNode = fields["options"] else { throw error(node, "a question needs options") }
    let nodes = try list(optionsNode, "a list of options")
    guard 2...4 ~= nodes.count else { throw error(optionsNode, "expected two to four options, found \(nodes.count)") }
    let options = try nodes.map { try option($0, template, fields, among: nodes) }
    var question = LessonQuestion(
      template, about: try fields["about"].map { try text($0, "a label") }, at: moment, try words(node),
      options: options, rule: try paragraph(fields["rule"]), given: try claims(fields["if"]), line: line(node))
    question.code = try fields["code"].map { try text($0, "a part of a source line") }
    return .own(question)
  }

  /// The words of a node that has other fields, too.
  private func words(_ node: Node) throws -> Text { try paragraph(node, hasOthers: true) }

  private func option(
    _ node: Node, _ template: QuestionTemplate, _ question: [String: Node], among all: [Node]
  ) throws -> LessonQuestion.Option {
    guard node.mapping != nil else {
      if template.isStated { throw error(node, "expected an option with is, en and zh, found \(found(node))") }
      return LessonQuestion.Option(nil, try claim(node, template, question, among: all))
    }
    let fields = try fields(node, "an option", required: ["is"], optional: ["en", "zh", "why"])
    let hasText = fields["en"] != nil || fields["zh"] != nil
    if template.isStated, !hasText { throw error(node, "an option of a claim needs the fields 'en' and 'zh'") }
    guard let value = fields["is"] else { throw error(node, "an option needs the field 'is'") }
    return LessonQuestion.Option(
      hasText ? try words(node) : nil, try claim(value, template, question, among: all),
      why: try fields["why"].map { try paragraph($0) })
  }

  private func claim(
    _ node: Node, _ template: QuestionTemplate, _ question: [String: Node], among all: [Node]
  ) throws -> Statement {
    switch template {
    case .when:
      let of = try happening(subject(question, node))
      let word = try text(node, "a moment")
      if let moment = NamedEvent(word) { return .with(of, moment) }
      if let statement = Statement("\(of.text) at \(word)") { return statement }
      if let statement = Statement(word) { return statement }
      throw error(node, "expected a moment, such as 1.2 s or `load page` settled, found '\(word)'")
    case .count:
      guard let count = Int(try text(node, "a number")), count >= 0 else {
        throw error(node, "expected a number, found \(found(node))")
      }
      return .times(try happening(subject(question, node)), count)
    case .first, .last, .handler, .branch, .drawn:
      let kind = try kind(template, question)
      guard let one = try contestant(node, kind) else {
        let word = try text(node, "a claim")
        guard let statement = Statement(word) else { throw error(node, "expected a claim, found '\(word)'") }
        return statement
      }
      let others = try all.compactMap { try contestant($0.mapping?["is"] ?? $0, kind) }.filter { $0 != one }
      return template == .last ? .last(one, of: others) : .first(one, of: others)
    case .pending:
      let labels = try texts(node, "a list of labels")
      let every = try question["of"].map { try texts($0, "a list of labels") }
      let union = try every ?? all.flatMap { try texts($0.mapping?["is"] ?? $0, "a list of labels") }
      var seen: Set<String> = []
      return .pending(
        labels, of: union.filter { seen.insert($0).inserted }, after: try question["then"].map(happening))
    case .gives:
      let word = try text(node, "a value")
      return try Statement(word) ?? .gives(happening(subject(question, node)), word)
    case .queue: return .on(try happening(subject(question, node)), try text(node, "a queue"))
    case .claim, .compare, .state: return try statement(node)
    }
  }

  /// What competes with the other options: a label with the event of the question, or a whole event; nil for a claim.
  private func contestant(_ node: Node, _ kind: NamedEvent.Kind) throws -> NamedEvent? {
    let word = try text(node, "a label or an event")
    if let happening = NamedEvent(word) { return happening }
    return Statement(word) == nil ? NamedEvent(.label(word), kind) : nil
  }

  private func kind(_ template: QuestionTemplate, _ question: [String: Node]) throws -> NamedEvent.Kind {
    guard let node = question["event"] else {
      return switch template {
      case .handler: .started
      case .branch: .handled
      case .drawn: .created
      default: .settled
      }
    }
    guard let kind = NamedEvent.Kind(rawValue: try text(node, "an event")) else {
      throw error(
        node,
        "expected one of \(NamedEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")), found \(found(node))")
    }
    return kind
  }

  private func subject(_ question: [String: Node], _ node: Node) throws -> Node {
    guard let of = question["of"] else {
      throw error(node, "the question needs the field 'of', the event that it is about")
    }
    return of
  }
}

extension QuestionTemplate {
  /// Whether its options are statements, which need texts.
  fileprivate var isStated: Bool { self == .claim || self == .compare || self == .state }
}
