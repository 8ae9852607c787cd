// The fixed parts of an SVG picture: its colors for light and for dark backgrounds, and the symbols of the states. The colors are those of
// the screen's themes. Renderers that ignore media queries show the light colors, which have a background of their own.

enum SVGStyle {
  /// The style sheet.
  ///
  /// It uses neither variables nor nesting, which librsvg does not know.
  static let sheet = """
    text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Noto Sans Mono CJK SC",monospace;fill:#363a41;white-space:pre}
    .page{fill:#fff}.band{fill:#e6e8ec;opacity:.5}.strong{fill:#17191d;font-weight:bold}.faint{fill:#646a74}.right{text-anchor:end}
    .middle{text-anchor:middle}.line{stroke:#b3b7bf;fill:none}.tick{stroke:#b3b7bf;stroke-dasharray:1 3;fill:none}
    .pending{color:#665000}.running{color:#8a4600}.waiting{color:#6b5020}.fulfilled{color:#14660f}.rejected{color:#b0141c}
    .canceled{color:#743f66}.unhandled{color:#c9202b}.leaked{color:#9a3a00}.unknown{color:#565b64}.value{color:#1f5a53}
    .error{color:#b0141c}.warning{color:#9a3a00}.note{color:#1f5fa8}
    .ink{fill:currentColor}.mark{stroke:currentColor;stroke-width:1.8;fill:none;stroke-linecap:round;stroke-linejoin:round}
    .waits{stroke:#9aa0aa;stroke-width:1.5}.queued{stroke:#a8875a;stroke-width:3;stroke-dasharray:2 2}
    .open{stroke:#d08700;stroke-width:8}.done{stroke:#4f8f8a;stroke-width:8}.failed{stroke:#c9202b;stroke-width:8}
    @media (prefers-color-scheme:dark){
    text{fill:#bfc3ca}.page{fill:#14161a}.band{fill:#26292f}.strong{fill:#f2f4f8}.faint{fill:#8c929c}
    .line,.tick{stroke:#565c66}
    .pending{color:#f5d37a}.running{color:#ffd75f}.waiting{color:#d9b377}.fulfilled{color:#8ccf7e}.rejected{color:#f4706d}
    .canceled{color:#cfa6b0}.unhandled{color:#ff5c66}.leaked{color:#ff9166}.unknown{color:#a6acb6}.value{color:#b0d0ae}
    .error{color:#ff5c66}.warning{color:#ffb454}.note{color:#8ab4e0}
    .waits{stroke:#6b717b}.open{stroke:#ffd75f}.done{stroke:#5fb9b0}.failed{stroke:#f4706d}
    }
    """

  /// The symbols of the states, each 12 by 12.
  static let symbols = """
    <g id="pending"><circle class="mark" cx="6" cy="6" r="4.5"/></g>
    <g id="running"><circle class="mark" cx="6" cy="6" r="4.5"/><path class="ink" d="M6 1.5a4.5 4.5 0 0 1 0 9z"/></g>
    <g id="waiting"><circle class="mark" cx="6" cy="6" r="4.5"/><circle class="ink" cx="6" cy="6" r="2"/></g>
    <g id="fulfilled"><path class="mark" d="M1.5 6.5 4.5 10 10.5 2"/></g>
    <g id="rejected"><path class="mark" d="M2 2 10 10M10 2 2 10"/></g>
    <g id="canceled"><circle class="mark" cx="6" cy="6" r="4.5"/><path class="mark" d="M3 9 9 3"/></g>
    <g id="unhandled"><path class="mark" d="M6 1V7.5M6 10.8V11"/></g>
    <g id="leaked"><circle class="mark" cx="6" cy="6" r="4.5" stroke-dasharray="1.4 3.3"/></g>
    <g id="unknown"><path class="mark" d="M3.5 3.5a2.5 2.5 0 1 1 3.4 2.4C6.2 6.2 6 6.8 6 7.5M6 10.8V11"/></g>
    <g id="problem"><path class="mark" d="M6 1.5 11 10.5H1z"/></g>

    """
}
