// What a feed tells a screen: its settings, the state of its program, and what can be changed about its scenario.

import ChainScreen
import LessonEngine
import PromiseLog

extension Feed {
  /// The settings of a screen that shows this feed.
  func screenOptions(_ settings: UserSettings) -> ScreenOptions {
    // Room for a million live promises, and for the settled ones until they are evicted.
    var options = ScreenOptions(
      name: name, isASCII: settings.ascii, again: isScenario ? .scenario : nil, follows: settings.newest,
      promiseLimit: 1_250_000)
    options.keyMap = settings.keys
    options.language = settings.chosenLanguage
    options.panes = settings.panes
    options.form = setting.flatMap { $0.arguments.form(for: $0.scenario) }
    options.otherVersion = setting?.scenario.otherVersion
    options.canCancelRun = run != nil
    options.opensAtWhatMatters = run == nil
    options.opensService = true
    options.editor = Editor().command
    return options
  }

  /// The state of the program that writes a log; nil for a scenario, which runs in this process.
  var programState: (() -> ProgramState)? {
    if isScenario { return nil }
    return { processState }
  }

  /// What a student can change about the scenario of a lesson; nil for a log, or without a lesson.
  func form(for lesson: LessonOptions?, _ viewing: ViewingArguments) -> RunForm? {
    guard lesson != nil || viewing.lesson, let setting else { return nil }
    return setting.arguments.form(for: setting.scenario, lesson: lesson?.lesson?.settings ?? [])
  }
}
