// The kinds of all scalars, as run lengths, derived from General_Category and East_Asian_Width of Unicode 17.
//
// `ScalarKindTests` compares it with the properties in the standard library.

extension ScalarKind {
  /// The run lengths of kinds.
  ///
  /// A line starts with the first scalar of its first range, in hexadecimal. Each range is a letter (plain, wide, mark, selector, blank,
  /// hostile, unassigned) and a length.
  static let table: StaticString = """
    0 h32 p95 h33 b1 p12 h1 p594 m79 s1 m32 p8 u2 p6 u4 p7 u1 p1 u1 p20 u1 p224 m7 p166 u1 p38 u2 p50 u2 p3 u1 m45
    5BE p1 m1 p1 m2 p1 m2 p1 m1 u8 p27 u4 p6 u11 h6 p10 m11 p1 h1 p46 m21 p16 m1 p101 m7 h1 p1 m6 p2 m2 p1 m4 p32
    70E u1 h1 p1 m1 p30 m27 u2 p89 m11 p1 u14 p43 m9 p7 u2 m1 p24 m4 p1 m9 p1 m3 p1 m5 u2 p15 u1 p25 m3 u2 p1 u1
    860 p11 u5 p32 h2 u5 m9 p42 m24 h1 m32 p55 m1 p1 m1 p4 m8 p4 m1 p3 m7 p10 m2 p29 m1 p2 u1 p8 u2 p2 u2 p22 u1
    9AA p7 u1 p1 u3 p4 u2 m1 p4 m4 u2 p2 u2 p2 m1 p1 u8 p1 u4 p2 u1 p3 m2 u2 p24 m1 u2 m2 p1 u1 p6 u4 p2 u2 p22
    A29 u1 p7 u1 p2 u1 p2 u1 p2 u2 m1 u1 p3 m2 u4 m2 u2 m3 u3 m1 u7 p4 u1 p1 u7 p10 m2 p3 m1 p1 u10 m2 p1 u1 p9
    A8E u1 p3 u1 p22 u1 p7 u1 p2 u1 p5 u2 m1 p4 m5 u1 m2 p1 u1 p2 m1 u2 p1 u15 p2 m2 u2 p12 u7 p1 m6 u1 m1 p2 u1
    B05 p8 u2 p2 u2 p22 u1 p7 u1 p2 u1 p5 u2 m1 p2 m1 p1 m4 u2 p2 u2 p2 m1 u7 m2 p1 u4 p2 u1 p3 m2 u2 p18 u10 m1
    B83 p1 u1 p6 u3 p3 u1 p4 u3 p2 u1 p1 u1 p2 u3 p2 u3 p3 u3 p12 u4 p2 m1 p2 u3 p3 u1 p3 m1 u2 p1 u6 p1 u14 p21
    BFB u5 m1 p3 m1 p8 u1 p3 u1 p23 u1 p16 u2 m1 p1 m3 p4 u1 m3 u1 m4 u7 m2 u1 p3 u1 p2 u2 p2 m2 u2 p10 u7 p10 m1
    C82 p11 u1 p3 u1 p23 u1 p10 u1 p5 u2 m1 p2 m1 p5 u1 m1 p2 u1 p2 m2 u7 p2 u5 p3 u1 p2 m2 u2 p10 u1 p3 u12 m2
    D02 p11 u1 p3 u1 p41 m2 p4 m4 u1 p3 u1 p3 m1 p2 u4 p14 m2 u2 p26 u1 m1 p2 u1 p18 u3 p24 u1 p9 u1 p1 u2 p7 u3
    DCA m1 u4 p3 m3 u1 m1 u1 p8 u6 p10 u2 p3 u12 p48 m1 p2 m7 u4 p8 m8 p13 u37 p2 u1 p1 u1 p5 u1 p24 u1 p1 u1 p10
    EB1 m1 p2 m9 p1 u2 p5 u1 p1 u1 m7 u1 p10 u2 p4 u32 p24 m2 p27 m1 p1 m1 p1 m1 p14 u1 p36 u4 m14 p1 m5 p1 m2 p5
    F8D m11 u1 m36 u1 p8 m1 p6 u1 p13 u37 p45 m4 p1 m6 p1 m2 p2 m2 p25 m2 p4 m3 p16 m4 p13 m1 p2 m2 p6 m1 p15 m1
    109E p40 u1 p1 u5 p1 u2 p48 w96 m160 p73 u1 p4 u2 p7 u1 p1 u1 p4 u2 p41 u1 p4 u2 p33 u1 p4 u2 p7 u1 p1 u1 p4
    12C6 u2 p15 u1 p57 u1 p4 u2 p67 u2 m3 p29 u3 p26 u6 p86 u2 p6 u2 p640 b1 p28 u3 p89 u7 p18 m3 p1 u9 p19 m2 p3
    1737 u9 p18 m2 u12 p13 u1 p3 u1 m2 u12 p52 m2 p1 m7 p8 m1 p2 m11 p9 m1 u2 p10 u6 p10 u6 p11 s3 h1 s1 p10 u6
    1820 p89 u7 p5 m2 p34 m1 p1 u5 p70 u10 p31 u1 m3 p4 m2 p3 u4 p2 m1 p6 m3 u4 p1 u3 p42 u2 p5 u11 p44 u4 p26 u6
    19D0 p11 u3 p57 m2 p2 m1 u2 p56 m1 p1 m7 u1 m1 p1 m1 p2 m8 p6 m10 u2 m1 p10 u6 p10 u6 p14 u2 m46 u2 m12 u20
    1B00 m4 p48 m1 p1 m5 p1 m1 p5 m1 p10 u1 p29 m9 p12 m2 p32 m4 p2 m2 p1 m3 p56 m1 p1 m2 p3 m1 p1 m3 p2 u8 p48
    1C2C m8 p2 m2 u3 p15 u3 p62 u5 p43 u2 p11 u8 m3 p1 m13 p1 m7 p4 m1 p6 m1 p3 m2 p1 u5 p192 m64 p278 u2 p6 u2
    1F20 p38 u2 p6 u2 p8 u1 p1 u1 p1 u1 p1 u1 p31 u2 p53 u1 p15 u1 p14 u2 p6 u1 p19 u2 p3 u1 p9 u1 b11 h1 s2 h2
    2010 p24 h7 b1 p47 b1 h5 u1 h10 p2 u2 p27 u1 p13 u3 p34 u14 m33 u15 p140 u4 p394 w2 p13 w2 p190 w4 p3 w1 p2
    23F3 w1 p54 u22 p11 u21 p413 w2 p21 w2 p26 w8 p16 w12 p43 w1 p10 w6 p3 w1 p13 w1 p8 w2 p17 w2 p5 w2 p8 w1 p5
    26D4 w1 p21 w1 p7 w2 p1 w1 p4 w1 p2 w1 p7 w1 p4 w2 p28 w1 p35 w1 p1 w1 p4 w3 p1 w1 p61 w3 p24 w1 p14 w1 p859
    2B1B w2 p51 w1 p4 w1 p30 u2 p377 m3 p2 u5 p45 u1 p1 u5 p1 u2 p56 u7 p2 u14 m1 p23 u9 p7 u1 p7 u1 p7 u1 p7 u1
    2DC0 p7 u1 p7 u1 p7 u1 p7 u1 m32 p94 u34 w26 u1 w89 u12 w214 u26 w58 m4 p2 w15 p1 u1 w86 u2 m2 w101 u5 w43 u1
    3131 w51 h1 w42 u1 w86 u9 w48 u1 w40 p8 w29245 u3 w55 u9 p348 u20 p47 m4 p1 m10 p32 m2 p80 m2 p6 u8 p221 u20
    A7F1 p17 m1 p3 m1 p4 m1 p25 m2 p5 m1 u3 p10 u6 p56 u8 p68 m2 u8 p12 u6 m18 p13 m1 p38 m8 p25 m11 p2 u11 p1 w29
    A97D u3 m3 p48 m1 p2 m4 p2 m2 p16 u1 p11 u4 p7 m1 p25 u1 p41 m6 p2 m2 p2 m2 u9 p3 m1 p8 m1 p1 u2 p10 u2 p32
    AA7C m1 p51 m1 p1 m3 p2 m2 p5 m2 p1 m1 p1 u24 p17 m2 p8 m1 u10 p6 u2 p6 u2 p6 u9 p7 u1 p7 u1 p60 u4 p117 m1
    ABE6 p2 m1 p4 m1 u2 p10 u6 w11172 u12 m23 u4 m49 u2052 p6400 w366 u2 w106 u38 p7 u12 p5 u5 p1 m1 p24 u1 p5 u1
    FB3E p1 u1 p2 u1 p2 u1 p650 u32 p16 s16 w10 u6 m16 w35 u1 w19 u1 w4 u4 p5 u1 p135 u2 h1 u1 w96 p63 h1 p30 u3
    FFC2 p6 u2 p6 u2 p6 u2 p3 u3 w7 u1 p7 u10 h3 p2 u2 p12 u1 p26 u1 p19 u1 p2 u1 p15 u2 p14 u34 p123 u5 p3 u4 p45
    10134 u3 p88 u1 p13 u3 p1 u47 p45 m1 u130 p29 u3 p49 u15 m1 p27 u4 p36 u9 p30 u5 p38 m5 u5 p30 u1 p37 u4 p14
    103D6 u42 p158 u2 p10 u6 p36 u4 p36 u4 p40 u8 p52 u11 p12 u1 p15 u1 p7 u1 p2 u1 p11 u1 p15 u1 p7 u1 p2 u3 p52
    105F4 u12 p311 u9 p22 u10 p8 u24 p6 u1 p42 u1 p9 u69 p6 u2 p1 u1 p44 u1 p2 u3 p1 u2 p23 u1 p72 u8 p9 u48 p19
    108F3 u1 p2 u5 p33 u3 p27 u5 p27 u38 p56 u4 p20 u2 p47 m3 u1 m2 u5 m4 p4 u1 p3 u1 p29 u2 m3 u4 m1 p9 u7 p9 u7
    10A60 p64 u32 p37 m2 u4 p12 u9 p54 u3 p29 u2 p27 u5 p26 u7 p4 u12 p7 u80 p73 u55 p51 u13 p51 u7 p42 m4 u8 p10
    10D3A u6 p38 u3 m5 p24 u8 p2 u208 p31 u1 p42 u1 m2 p1 u2 p2 u16 p6 u8 p9 u33 m6 p40 u8 p22 m11 p9 u22 p18 m4
    10F86 p4 u38 p28 u20 p23 u9 p1 m1 p54 m15 p7 u4 p30 m1 p2 m2 p1 u9 m3 p49 m4 p2 m2 p2 h1 p4 m1 u10 h1 u2 p25
    110E9 u7 p10 u6 m3 p36 m5 p1 m8 u1 p18 u8 p35 m1 p3 u9 m2 p52 m9 p10 m4 p2 m1 p16 u1 p20 u11 p18 u1 p28 m3 p2
    11234 m1 p1 m2 p6 m1 p2 m1 u62 p7 u1 p1 u1 p4 u1 p15 u1 p11 u6 p47 m1 p3 m8 u5 p10 u6 m2 p2 u1 p8 u2 p2 u2 p22
    11329 u1 p7 u1 p2 u1 p5 u1 m2 p3 m1 p4 u2 p2 u2 p3 u2 p1 u6 p1 u5 p7 u2 m7 u3 m5 u11 p10 u1 p1 u2 p1 u1 p38
    113B6 u1 p4 m6 u1 p1 u2 p1 u1 p4 u1 p2 m1 p1 m1 p1 m1 p3 u1 p2 u8 m2 u29 p56 m8 p2 m3 p1 m1 p21 u1 p1 m1 p3
    11462 u30 p51 m6 p1 m1 p4 m2 p1 m2 p4 u8 p10 u166 p50 m4 u2 p4 m2 p1 m2 p27 m2 u34 p51 m8 p2 m1 p1 m2 p4 u11
    11650 p10 u6 p13 u19 p43 m1 p1 m1 p2 m6 p1 m1 p2 u6 p10 u6 p20 u28 p27 u2 m1 p1 m1 p2 m4 p1 m5 u4 p23 u185 p47
    1182F m9 p1 m2 p1 u100 p83 u12 p8 u2 p1 u2 p8 u1 p2 u1 p30 u1 p2 u2 m2 p1 m1 p4 m1 p3 u9 p10 u70 p8 u2 p42 m4
    119D8 u2 m2 p4 m1 p4 u27 p1 m10 p40 m6 p2 m4 p8 m1 u8 p1 m6 p2 m3 p46 m13 p1 m2 p9 u13 p73 u7 p10 u86 m1 p1
    11B62 m3 p1 m1 p1 u88 p34 u14 p10 u6 p9 u1 p38 m7 u1 m6 p1 m1 p6 u10 p29 u3 p32 u2 m22 u1 p1 m7 p1 m2 p1 m2
    11CB7 u73 p7 u1 p2 u1 p38 m6 u3 m1 u1 m2 u1 m7 p1 m1 u8 p10 u6 p6 u1 p2 u1 p37 u1 m2 u1 p2 m1 p1 m1 p1 u7 p10
    11DAA u6 p44 u4 p10 u246 p19 m2 p4 u7 m2 p15 u1 p36 m5 u3 p2 m1 p1 m1 p23 m1 u85 p1 u15 p50 u13 p923 u102 p111
    1246F u1 p5 u11 p196 u2636 p99 u13 p1072 h16 m1 p6 m15 u10 p3995 u5 p583 u6841 p30 m12 p3 m3 p10 u1734 p569
    16A39 u7 p31 u1 p10 u4 p81 u1 p10 u6 p30 u2 m5 p1 u10 p48 m7 p15 u10 p10 u1 p7 u1 p21 u5 p19 u432 p58 u198 p91
    16E9B u5 p25 u2 p25 u44 p75 u4 m1 p56 u7 m4 p13 u64 w4 m1 u11 p2 w5 u9 w7382 u41 w32 u97 w115 u8701 w4 u1 w7
    1AFFC u1 w2 u1 w291 u15 w1 u29 w3 u2 w1 u14 w4 u8 w396 u2308 p107 u5 p13 u3 p9 u7 p10 u2 p1 m2 p1 h4 u3932 p253
    1CCFD u3 p436 u6 p23 u15 p17 u15 m46 u2 m23 u9 p116 u60 p246 u10 p39 u2 p62 m3 p9 h8 m8 p2 m7 p30 m4 p61 u21
    1D200 p66 m3 p1 u122 p20 u12 p20 u12 w87 u9 w23 p2 u135 p85 u1 p71 u1 p2 u2 p1 u2 p2 u2 p4 u1 p12 u1 p1 u1 p7
    1D4C4 u1 p65 u1 p4 u2 p8 u1 p7 u1 p28 u1 p4 u1 p5 u1 p1 u3 p7 u1 p340 u2 p292 u2 p562 m55 p4 m50 p8 m1 p14 m1
    1DA85 p7 u15 m5 u1 m15 u1104 p31 u6 p6 u213 m7 u1 m17 u2 m7 u1 m2 u1 m5 u5 p62 u33 m1 u112 p45 u3 m7 p7 u2 p10
    1E14A u4 p2 u320 p30 m1 u17 p44 m4 p10 u5 p1 u464 p28 m4 p10 u214 p30 m2 p11 u4 p1 u192 p31 u1 p3 m1 p2 m1 p7
    1E6EE m2 p5 m1 u8 p2 u224 p7 u1 p4 u1 p2 u1 p15 u1 p197 u2 p9 m7 u41 p68 m7 p1 u4 p10 u4 p2 u785 p68 u76 p61
    1ED3E u194 p4 u1 p27 u1 p2 u1 p1 u2 p1 u1 p10 u1 p4 u1 p1 u1 p1 u6 p1 u4 p1 u1 p1 u1 p1 u1 p3 u1 p2 u1 p1 u2
    1EE57 p1 u1 p1 u1 p1 u1 p1 u1 p1 u1 p2 u1 p1 u2 p4 u1 p7 u1 p4 u1 p4 u1 p1 u1 p10 u1 p17 u5 p3 u1 p5 u1 p17
    1EEBC u52 p2 u270 p4 w1 p39 u4 p100 u12 p15 u2 p15 u1 p14 w1 u1 p37 u10 p142 w1 p2 w10 p19 u56 w29 u13 w44 u4
    1F240 w9 u7 w2 u14 w6 u154 w33 p12 w9 p1 w70 p1 w22 p12 w43 p4 w5 p12 w17 p3 w1 p3 w71 p1 w1 p1 w187 p2 w63
    1F53E p13 w4 p1 w24 p18 w1 p26 w2 p13 w1 p86 w85 p48 w70 p6 w1 p3 w3 p2 w4 u3 w4 p11 w2 u3 p4 w9 u3 p218 u6
    1F7E0 w12 u4 w1 u15 p12 u4 p56 u8 p10 u6 p40 u8 p30 u2 p12 u4 p2 u14 p9 u39 p12 w47 p1 w10 p1 w185 p88 u8 p14
    1FA6E u2 w13 u3 w11 u3 w57 u1 w1 u4 w16 u2 w12 u4 w10 u7 p147 u1 p103 u1029 w42720 u32 w4382 u2 w5774 u2 w7473
    2EBE1 u15 w622 u2466 w542 u1506 w4939 u5 w8490 u707463 h1 u30 h96 u128 s240 u65040 p65534 u2 p65534 u2
    """
}
