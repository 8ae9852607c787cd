// What `import DemoCatalog` brings beside the catalogue: what a scenario is, and how one is run.

@_exported import ScenarioStage
