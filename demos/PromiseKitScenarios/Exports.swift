// What every file of this module stands on: the stage on which scenarios of any vocabulary run.

@_exported import ScenarioStage
