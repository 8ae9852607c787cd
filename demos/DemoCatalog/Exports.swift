// Re-exports what a scenario is and how to run one, so that `import DemoCatalog` is enough.

@_exported import ScenarioStage
