// What a screen asks of its owner, with the screen itself.

/// What the owner of a screen needs in order to do what the screen can't do itself.
public struct ScreenRequest {
  /// The effect that the owner performs.
  public let effect: ScreenEffect
  /// The screen that requests it.
  public let screen: Screen
}
