// Re-exports what a lesson is, so that `import Lessons` is enough.

@_exported import LessonEngine
