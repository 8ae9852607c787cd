// The form in which a person changes a scenario's settings on the screen. Does not check that an option applies: the form has only those that do.

import ChainScreen
import DemoCatalog
import LessonEngine
import PlainText
import PromiseTrace

extension ScenarioArguments {
  /// The settings of a scenario with their current values; nil if it has none.
  func form(for scenario: Scenario) -> RunForm? {
    RunForm(ScenarioOption.allCases.filter(scenario.options.contains).map(field))
  }

  /// The settings of a lesson's scenario, and what every scenario lets a student change: which work fails, and which takes longer.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - names: The names of the settings to offer; empty for all.
  /// - Returns: The form; nil without any setting.
  func form(for scenario: Scenario, lesson names: [String]) -> RunForm? {
    var fields = ScenarioOption.allCases.filter(scenario.options.contains).map(field)
    let works = scenario.works
    if !works.isEmpty {
      for (name, title, value) in [
        (Self.failing, Text("Work that fails", "失败的工作"), failingWork),
        (Self.slow, Text("Work that takes 2 s longer", "多花 2 秒的工作"), slowWork),
        (Self.quick, Text("Work that takes a tenth of its time", "只花十分之一时间的工作"), quickWork),
      ] {
        fields.append(RunForm.Field(name, title, choices: [Self.none] + works, value: value ?? Self.none))
      }
    }
    return RunForm(names.isEmpty ? fields : fields.filter { names.contains($0.name) })
  }

  /// The names of the settings of every scenario, and the value that changes nothing.
  private static let (failing, slow, quick, none) = ("failing-work", "slow-work", "quick-work", "none")

  private func field(_ option: ScenarioOption) -> RunForm.Field {
    func choice<Word: ArgumentWord>(_ title: Text, _ value: Word) -> RunForm.Field {
      RunForm.Field(option.rawValue, title, choices: Word.allCases.map(\.word), value: value.word)
    }
    func number(_ title: Text, _ limits: ClosedRange<Int>, from start: Int, _ value: Int?) -> RunForm.Field {
      RunForm.Field(option.rawValue, title, limits: limits, start: start, value: value)
    }
    switch option {
    case .policy: return choice(Text("Source of the list", "列表来源"), policy ?? .localThenRemote)
    case .direction: return choice(Text("Direction", "加载方向"), direction ?? .refresh)
    case .failure: return choice(Text("What fails", "失败的部分"), failure ?? .none)
    case .cache: return choice(Text("Cache at the start", "初始缓存"), cache ?? .full)
    case .fails:
      return RunForm.Field(
        option.rawValue, Text("Step that fails", "失败的步骤"), choices: ["none"] + LoginStep.allCases.map(\.word),
        value: fails?.word ?? "none")
    case .latency:
      return number(Text("Latency of the server, ms", "服务器延迟，毫秒"), 0...60_000, from: 1_000, latency)
    case .count:
      return number(Text("Promises alive at once", "同时存活的 Promise 数"), 4...2_000_000, from: 1_000, count)
    case .seed:
      return number(
        Text("Order (random seed)", "顺序（随机种子）"), 0...999_999_999, from: 1, seed.map { Int(clamping: $0) })
    }
  }

  /// The arguments with the settings of a form.
  func changed(by form: RunForm?) -> ScenarioArguments {
    guard let form else { return self }
    var changed = self
    for field in form.fields {
      let value = form.value(of: field.name)
      let label = value == Self.none ? nil : value
      if field.name == Self.failing { changed.failingWork = label }
      if field.name == Self.slow { changed.slowWork = label }
      if field.name == Self.quick { changed.quickWork = label }
      switch ScenarioOption(rawValue: field.name) {
      case .policy: changed.policy = value.flatMap(ListPolicy.init(argument:))
      case .direction: changed.direction = value.flatMap(ListDirection.init(argument:))
      case .failure: changed.failure = value.flatMap(ListFailure.init(argument:))
      case .cache: changed.cache = value.flatMap(CacheState.init(argument:))
      case .fails: changed.fails = value.flatMap(LoginStep.init(argument:))
      case .latency: changed.latency = value.flatMap { Int($0) }
      case .count: changed.count = value.flatMap { Int($0) }
      case .seed: changed.seed = value.flatMap { UInt64($0) }
      case nil: break
      }
    }
    return changed
  }
}

extension Scenario {
  /// The repaired chain of a broken one, or the broken chain of a repaired one, as it runs on the virtual clock; nil if there is none.
  var otherVersion: RunVersion? {
    let suffix = "-fixed"
    let name = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name + suffix
    guard let other = ScenarioCatalog.named(name) else { return nil }
    let source = other.runVirtually().source
    var pump = EventPump(source)
    return RunVersion(name: name, events: pump.rest(), texts: source.texts)
  }
}
