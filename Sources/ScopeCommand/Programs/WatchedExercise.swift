// What a screen needs of the exercise whose program it shows. Owns nothing: `ExerciseSession` does.

/// The exercise of a watched program; its functions are for the thread of the screen.
struct WatchedExercise {
  /// What the screen calls it.
  let name: String
  /// Returns whether the program is to run again, because it was saved; true once.
  let isDue: () -> Bool
  let hint: () -> Void
  /// Opens the next exercise; returns why the screen stays, nil if it closes.
  let goOn: () -> String?
}
