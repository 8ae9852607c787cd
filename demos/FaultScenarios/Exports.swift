// Re-exports the stage that runs scenarios of any vocabulary, so that each file of this module sees it.

@_exported import ScenarioStage
