/**
 * The national language tables of GSM 03.38: 3GPP TS 23.038, annex A. Data, in the layout of the specification: sixteen
 * positions a line, a character as itself or by its Unicode value, `--` where a table is empty.
 *
 * 1. A sender names a table in the header of a short message (3GPP TS 23.040, 9.2.3.24.15 and 16) by the number of the
 *    language. A locking table takes the place of the default alphabet, a single shift table that of the extension
 *    table. Spanish has no locking table.
 * 2. Where the specification has a misprint the table holds what handsets send. In the Kannada locking table 0x24 is DDA
 *    (printed: PA, which stands at 0x3D). In the single shift tables 0x20 of Oriya, 0x24 of Tamil, 0x1C, 0x22 and 0x23 of
 *    Telugu are the digits that their places in the row say. Some prints of the one for Telugu lack the euro sign that
 *    all others have.
 */

/** By septet; undefined where the table is empty. */
export type Table = ReadonlyArray<string | undefined>;

const LOCKING = `
  1 Turkish, A.3.1
    00: @    00A3 $    00A5 20AC 00E9 00F9 0131 00F2 00C7 LF   011E 011F CR   00C5 00E5
    10: 0394 _    03A6 0393 039B 03A9 03A0 03A8 03A3 0398 039E ESC  015E 015F 00DF 00C9
    20: SP   !    "    #    00A4 %    &    '    (    )    *    +    ,    -    .    /
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    <    =    >    ?
    40: 0130 A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    00C4 00D6 00D1 00DC 00A7
    60: 00E7 a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    00E4 00F6 00F1 00FC 00E0
  3 Portuguese, A.3.3
    00: @    00A3 $    00A5 00EA 00E9 00FA 00ED 00F3 00E7 LF   00D4 00F4 CR   00C1 00E1
    10: 0394 _    00AA 00C7 00C0 221E ^    005C 20AC 00D3 |    ESC  00C2 00E2 00CA 00C9
    20: SP   !    "    #    00BA %    &    '    (    )    *    +    ,    -    .    /
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    <    =    >    ?
    40: 00CD A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    00C3 00D5 00DA 00DC 00A7
    60: ~    a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    00E3 00F5 0060 00FC 00E0
  4 Bengali, A.3.4
    00: 0981 0982 0983 0985 0986 0987 0988 0989 098A 098B LF   098C --   CR   --   098F
    10: 0990 --   --   0993 0994 0995 0996 0997 0998 0999 099A ESC  099B 099C 099D 099E
    20: SP   !    099F 09A0 09A1 09A2 09A3 09A4 )    (    09A5 09A6 ,    09A7 .    09A8
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    --   09AA 09AB ?
    40: 09AC 09AD 09AE 09AF 09B0 --   09B2 --   --   --   09B6 09B7 09B8 09B9 09BC 09BD
    50: 09BE 09BF 09C0 09C1 09C2 09C3 09C4 --   --   09C7 09C8 --   --   09CB 09CC 09CD
    60: 09CE a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    09D7 09DC 09DD 09F0 09F1
  5 Gujarati, A.3.5
    00: 0A81 0A82 0A83 0A85 0A86 0A87 0A88 0A89 0A8A 0A8B LF   0A8C 0A8D CR   --   0A8F
    10: 0A90 0A91 --   0A93 0A94 0A95 0A96 0A97 0A98 0A99 0A9A ESC  0A9B 0A9C 0A9D 0A9E
    20: SP   !    0A9F 0AA0 0AA1 0AA2 0AA3 0AA4 )    (    0AA5 0AA6 ,    0AA7 .    0AA8
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    --   0AAA 0AAB ?
    40: 0AAC 0AAD 0AAE 0AAF 0AB0 --   0AB2 0AB3 --   0AB5 0AB6 0AB7 0AB8 0AB9 0ABC 0ABD
    50: 0ABE 0ABF 0AC0 0AC1 0AC2 0AC3 0AC4 0AC5 --   0AC7 0AC8 0AC9 --   0ACB 0ACC 0ACD
    60: 0AD0 a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    0AE0 0AE1 0AE2 0AE3 0AF1
  6 Hindi, A.3.6
    00: 0901 0902 0903 0905 0906 0907 0908 0909 090A 090B LF   090C 090D CR   090E 090F
    10: 0910 0911 0912 0913 0914 0915 0916 0917 0918 0919 091A ESC  091B 091C 091D 091E
    20: SP   !    091F 0920 0921 0922 0923 0924 )    (    0925 0926 ,    0927 .    0928
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    0929 092A 092B ?
    40: 092C 092D 092E 092F 0930 0931 0932 0933 0934 0935 0936 0937 0938 0939 093C 093D
    50: 093E 093F 0940 0941 0942 0943 0944 0945 0946 0947 0948 0949 094A 094B 094C 094D
    60: 0950 a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    0972 097B 097C 097E 097F
  7 Kannada, A.3.7
    00: --   0C82 0C83 0C85 0C86 0C87 0C88 0C89 0C8A 0C8B LF   0C8C --   CR   0C8E 0C8F
    10: 0C90 --   0C92 0C93 0C94 0C95 0C96 0C97 0C98 0C99 0C9A ESC  0C9B 0C9C 0C9D 0C9E
    20: SP   !    0C9F 0CA0 0CA1 0CA2 0CA3 0CA4 )    (    0CA5 0CA6 ,    0CA7 .    0CA8
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    --   0CAA 0CAB ?
    40: 0CAC 0CAD 0CAE 0CAF 0CB0 0CB1 0CB2 0CB3 --   0CB5 0CB6 0CB7 0CB8 0CB9 0CBC 0CBD
    50: 0CBE 0CBF 0CC0 0CC1 0CC2 0CC3 0CC4 --   0CC6 0CC7 0CC8 --   0CCA 0CCB 0CCC 0CCD
    60: 0CD5 a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    0CD6 0CE0 0CE1 0CE2 0CE3
  8 Malayalam, A.3.8
    00: --   0D02 0D03 0D05 0D06 0D07 0D08 0D09 0D0A 0D0B LF   0D0C --   CR   0D0E 0D0F
    10: 0D10 --   0D12 0D13 0D14 0D15 0D16 0D17 0D18 0D19 0D1A ESC  0D1B 0D1C 0D1D 0D1E
    20: SP   !    0D1F 0D20 0D21 0D22 0D23 0D24 )    (    0D25 0D26 ,    0D27 .    0D28
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    --   0D2A 0D2B ?
    40: 0D2C 0D2D 0D2E 0D2F 0D30 0D31 0D32 0D33 0D34 0D35 0D36 0D37 0D38 0D39 --   0D3D
    50: 0D3E 0D3F 0D40 0D41 0D42 0D43 0D44 --   0D46 0D47 0D48 --   0D4A 0D4B 0D4C 0D4D
    60: 0D57 a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    0D60 0D61 0D62 0D63 0D79
  9 Oriya, A.3.9
    00: 0B01 0B02 0B03 0B05 0B06 0B07 0B08 0B09 0B0A 0B0B LF   0B0C --   CR   --   0B0F
    10: 0B10 --   --   0B13 0B14 0B15 0B16 0B17 0B18 0B19 0B1A ESC  0B1B 0B1C 0B1D 0B1E
    20: SP   !    0B1F 0B20 0B21 0B22 0B23 0B24 )    (    0B25 0B26 ,    0B27 .    0B28
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    --   0B2A 0B2B ?
    40: 0B2C 0B2D 0B2E 0B2F 0B30 --   0B32 0B33 --   0B35 0B36 0B37 0B38 0B39 0B3C 0B3D
    50: 0B3E 0B3F 0B40 0B41 0B42 0B43 0B44 --   --   0B47 0B48 --   --   0B4B 0B4C 0B4D
    60: 0B56 a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    0B57 0B60 0B61 0B62 0B63
  10 Punjabi, A.3.10
    00: 0A01 0A02 0A03 0A05 0A06 0A07 0A08 0A09 0A0A --   LF   --   --   CR   --   0A0F
    10: 0A10 --   --   0A13 0A14 0A15 0A16 0A17 0A18 0A19 0A1A ESC  0A1B 0A1C 0A1D 0A1E
    20: SP   !    0A1F 0A20 0A21 0A22 0A23 0A24 )    (    0A25 0A26 ,    0A27 .    0A28
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    --   0A2A 0A2B ?
    40: 0A2C 0A2D 0A2E 0A2F 0A30 --   0A32 0A33 --   0A35 0A36 --   0A38 0A39 0A3C --
    50: 0A3E 0A3F 0A40 0A41 0A42 --   --   --   --   0A47 0A48 --   --   0A4B 0A4C 0A4D
    60: 0A51 a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    0A70 0A71 0A72 0A73 0A74
  11 Tamil, A.3.11
    00: --   0B82 0B83 0B85 0B86 0B87 0B88 0B89 0B8A --   LF   --   --   CR   0B8E 0B8F
    10: 0B90 --   0B92 0B93 0B94 0B95 --   --   --   0B99 0B9A ESC  --   0B9C --   0B9E
    20: SP   !    0B9F --   --   --   0BA3 0BA4 )    (    --   --   ,    --   .    0BA8
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    0BA9 0BAA --   ?
    40: --   --   0BAE 0BAF 0BB0 0BB1 0BB2 0BB3 0BB4 0BB5 0BB6 0BB7 0BB8 0BB9 --   --
    50: 0BBE 0BBF 0BC0 0BC1 0BC2 --   --   --   0BC6 0BC7 0BC8 --   0BCA 0BCB 0BCC 0BCD
    60: 0BD0 a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    0BD7 0BF0 0BF1 0BF2 0BF9
  12 Telugu, A.3.12
    00: 0C01 0C02 0C03 0C05 0C06 0C07 0C08 0C09 0C0A 0C0B LF   0C0C --   CR   0C0E 0C0F
    10: 0C10 --   0C12 0C13 0C14 0C15 0C16 0C17 0C18 0C19 0C1A ESC  0C1B 0C1C 0C1D 0C1E
    20: SP   !    0C1F 0C20 0C21 0C22 0C23 0C24 )    (    0C25 0C26 ,    0C27 .    0C28
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    --   0C2A 0C2B ?
    40: 0C2C 0C2D 0C2E 0C2F 0C30 0C31 0C32 0C33 --   0C35 0C36 0C37 0C38 0C39 --   0C3D
    50: 0C3E 0C3F 0C40 0C41 0C42 0C43 0C44 --   0C46 0C47 0C48 --   0C4A 0C4B 0C4C 0C4D
    60: 0C55 a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    0C56 0C60 0C61 0C62 0C63
  13 Urdu, A.3.13
    00: 0627 0622 0628 067B 0680 067E 06A6 062A 06C2 067F LF   0679 067D CR   067A 067C
    10: 062B 062C 0681 0684 0683 0685 0686 0687 062D 062E 062F ESC  068C 0688 0689 068A
    20: SP   !    068F 068D 0630 0631 0691 0693 )    (    0699 0632 ,    0696 .    0698
    30: 0    1    2    3    4    5    6    7    8    9    :    ;    069A 0633 0634 ?
    40: 0635 0636 0637 0638 0639 0641 0642 06A9 06AA 06AB 06AF 06B3 06B1 0644 0645 0646
    50: 06BA 06BB 06BC 0648 06C4 06D5 06C1 06BE 0621 06CC 06D0 06D2 064D 0650 064F 0657
    60: 0654 a    b    c    d    e    f    g    h    i    j    k    l    m    n    o
    70: p    q    r    s    t    u    v    w    x    y    z    0655 0651 0653 0656 0670
`;

const SINGLE_SHIFT = `
  1 Turkish, A.2.1
    00: --   --   --   --   --   --   --   --   --   --   FF   --   --   --   --   --
    10: --   --   --   --   ^    --   --   --   --   --   --   --   --   --   --   --
    20: --   --   --   --   --   --   --   --   {    }    --   --   --   --   --   005C
    30: --   --   --   --   --   --   --   --   --   --   --   --   [    ~    ]    --
    40: |    --   --   --   --   --   --   011E --   0130 --   --   --   --   --   --
    50: --   --   --   015E --   --   --   --   --   --   --   --   --   --   --   --
    60: --   --   --   00E7 --   20AC --   011F --   0131 --   --   --   --   --   --
    70: --   --   --   015F --   --   --   --   --   --   --   --   --   --   --   --
  2 Spanish, A.2.2
    00: --   --   --   --   --   --   --   --   --   00E7 FF   --   --   --   --   --
    10: --   --   --   --   ^    --   --   --   --   --   --   --   --   --   --   --
    20: --   --   --   --   --   --   --   --   {    }    --   --   --   --   --   005C
    30: --   --   --   --   --   --   --   --   --   --   --   --   [    ~    ]    --
    40: |    00C1 --   --   --   --   --   --   --   00CD --   --   --   --   --   00D3
    50: --   --   --   --   --   00DA --   --   --   --   --   --   --   --   --   --
    60: --   00E1 --   --   --   20AC --   --   --   00ED --   --   --   --   --   00F3
    70: --   --   --   --   --   00FA --   --   --   --   --   --   --   --   --   --
  3 Portuguese, A.2.3
    00: --   --   --   --   --   00EA --   --   --   00E7 FF   00D4 00F4 --   00C1 00E1
    10: --   --   03A6 0393 ^    03A9 03A0 03A8 03A3 0398 --   --   --   --   --   00CA
    20: --   --   --   --   --   --   --   --   {    }    --   --   --   --   --   005C
    30: --   --   --   --   --   --   --   --   --   --   --   --   [    ~    ]    --
    40: |    00C0 --   --   --   --   --   --   --   00CD --   --   --   --   --   00D3
    50: --   --   --   --   --   00DA --   --   --   --   --   00C3 00D5 --   --   --
    60: --   00C2 --   --   --   20AC --   --   --   00ED --   --   --   --   --   00F3
    70: --   --   --   --   --   00FA --   --   --   --   --   00E3 00F5 --   --   00E2
  4 Bengali, A.2.4
    00: @    00A3 $    00A5 00BF "    00A4 %    &    '    FF   *    +    --   -    /
    10: <    =    >    00A1 ^    00A1 _    #    *    09E6 09E7 --   09E8 09E9 09EA 09EB
    20: 09EC 09ED 09EE 09EF 09DF 09E0 09E1 09E2 {    }    09E3 09F2 09F3 09F4 09F5 005C
    30: 09F6 09F7 09F8 09F9 09FA --   --   --   --   --   --   --   [    ~    ]    --
    40: |    A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    --   --   --   --   --
    60: --   --   --   --   --   20AC --   --   --   --   --   --   --   --   --   --
  5 Gujarati, A.2.5
    00: @    00A3 $    00A5 00BF "    00A4 %    &    '    FF   *    +    --   -    /
    10: <    =    >    00A1 ^    00A1 _    #    *    0964 0965 --   0AE6 0AE7 0AE8 0AE9
    20: 0AEA 0AEB 0AEC 0AED 0AEE 0AEF --   --   {    }    --   --   --   --   --   005C
    30: --   --   --   --   --   --   --   --   --   --   --   --   [    ~    ]    --
    40: |    A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    --   --   --   --   --
    60: --   --   --   --   --   20AC --   --   --   --   --   --   --   --   --   --
  6 Hindi, A.2.6
    00: @    00A3 $    00A5 00BF "    00A4 %    &    '    FF   *    +    --   -    /
    10: <    =    >    00A1 ^    00A1 _    #    *    0964 0965 --   0966 0967 0968 0969
    20: 096A 096B 096C 096D 096E 096F 0951 0952 {    }    0953 0954 0958 0959 095A 005C
    30: 095B 095C 095D 095E 095F 0960 0961 0962 0963 0970 0971 --   [    ~    ]    --
    40: |    A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    --   --   --   --   --
    60: --   --   --   --   --   20AC --   --   --   --   --   --   --   --   --   --
  7 Kannada, A.2.7
    00: @    00A3 $    00A5 00BF "    00A4 %    &    '    FF   *    +    --   -    /
    10: <    =    >    00A1 ^    00A1 _    #    *    0964 0965 --   0CE6 0CE7 0CE8 0CE9
    20: 0CEA 0CEB 0CEC 0CED 0CEE 0CEF 0CDE 0CF1 {    }    0CF2 --   --   --   --   005C
    30: --   --   --   --   --   --   --   --   --   --   --   --   [    ~    ]    --
    40: |    A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    --   --   --   --   --
    60: --   --   --   --   --   20AC --   --   --   --   --   --   --   --   --   --
  8 Malayalam, A.2.8
    00: @    00A3 $    00A5 00BF "    00A4 %    &    '    FF   *    +    --   -    /
    10: <    =    >    00A1 ^    00A1 _    #    *    0964 0965 --   0D66 0D67 0D68 0D69
    20: 0D6A 0D6B 0D6C 0D6D 0D6E 0D6F 0D70 0D71 {    }    0D72 0D73 0D74 0D75 0D7A 005C
    30: 0D7B 0D7C 0D7D 0D7E 0D7F --   --   --   --   --   --   --   [    ~    ]    --
    40: |    A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    --   --   --   --   --
    60: --   --   --   --   --   20AC --   --   --   --   --   --   --   --   --   --
  9 Oriya, A.2.9
    00: @    00A3 $    00A5 00BF "    00A4 %    &    '    FF   *    +    --   -    /
    10: <    =    >    00A1 ^    00A1 _    #    *    0964 0965 --   0B66 0B67 0B68 0B69
    20: 0B6A 0B6B 0B6C 0B6D 0B6E 0B6F 0B5C 0B5D {    }    0B5F 0B70 0B71 --   --   005C
    30: --   --   --   --   --   --   --   --   --   --   --   --   [    ~    ]    --
    40: |    A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    --   --   --   --   --
    60: --   --   --   --   --   20AC --   --   --   --   --   --   --   --   --   --
  10 Punjabi, A.2.10
    00: @    00A3 $    00A5 00BF "    00A4 %    &    '    FF   *    +    --   -    /
    10: <    =    >    00A1 ^    00A1 _    #    *    0964 0965 --   0A66 0A67 0A68 0A69
    20: 0A6A 0A6B 0A6C 0A6D 0A6E 0A6F 0A59 0A5A {    }    0A5B 0A5C 0A5E 0A75 --   005C
    30: --   --   --   --   --   --   --   --   --   --   --   --   [    ~    ]    --
    40: |    A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    --   --   --   --   --
    60: --   --   --   --   --   20AC --   --   --   --   --   --   --   --   --   --
  11 Tamil, A.2.11
    00: @    00A3 $    00A5 00BF "    00A4 %    &    '    FF   *    +    --   -    /
    10: <    =    >    00A1 ^    00A1 _    #    *    0964 0965 --   0BE6 0BE7 0BE8 0BE9
    20: 0BEA 0BEB 0BEC 0BED 0BEE 0BEF 0BF3 0BF4 {    }    0BF5 0BF6 0BF7 0BF8 0BFA 005C
    30: --   --   --   --   --   --   --   --   --   --   --   --   [    ~    ]    --
    40: |    A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    --   --   --   --   --
    60: --   --   --   --   --   20AC --   --   --   --   --   --   --   --   --   --
  12 Telugu, A.2.12
    00: @    00A3 $    00A5 00BF "    00A4 %    &    '    FF   *    +    --   -    /
    10: <    =    >    00A1 ^    00A1 _    #    *    --   --   --   0C66 0C67 0C68 0C69
    20: 0C6A 0C6B 0C6C 0C6D 0C6E 0C6F 0C58 0C59 {    }    0C78 0C79 0C7A 0C7B 0C7C 005C
    30: 0C7D 0C7E 0C7F --   --   --   --   --   --   --   --   --   [    ~    ]    --
    40: |    A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    --   --   --   --   --
    60: --   --   --   --   --   20AC --   --   --   --   --   --   --   --   --   --
  13 Urdu, A.2.13
    00: @    00A3 $    00A5 00BF "    00A4 %    &    '    FF   *    +    --   -    /
    10: <    =    >    00A1 ^    00A1 _    #    *    0600 0601 --   06F0 06F1 06F2 06F3
    20: 06F4 06F5 06F6 06F7 06F8 06F9 060C 060D {    }    060E 060F 0610 0611 0612 005C
    30: 0613 0614 061B 061F 0640 0652 0658 066B 066C 0672 0673 06CD [    ~    ]    06D4
    40: |    A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
    50: P    Q    R    S    T    U    V    W    X    Y    Z    --   --   --   --   --
    60: --   --   --   --   --   20AC --   --   --   --   --   --   --   --   --   --
`;

const WORDS: ReadonlyMap<string, string | undefined> = new Map([
  ['--', undefined],
  // An escape begins a pair; it is no character of a table.
  ['ESC', undefined],
  ['SP', ' '],
  ['LF', '\n'],
  ['CR', '\r'],
  ['FF', '\f'],
]);

function readTables(text: string): ReadonlyMap<number, Table> {
  const tables = new Map<number, (string | undefined)[]>();
  let table: (string | undefined)[] = [];
  for (const line of text.trim().split('\n')) {
    const [first = '', ...cells] = line.trim().split(/ +/);
    if (first.endsWith(':')) {
      const start = Number.parseInt(first, 16);
      cells.forEach((cell, index) => {
        table[start + index] = characterOf(cell);
      });
    } else {
      table = new Array<string | undefined>(128).fill(undefined);
      tables.set(Number(first), table);
    }
  }
  return tables;
}

function characterOf(cell: string): string | undefined {
  if (WORDS.has(cell)) return WORDS.get(cell);
  return cell.length === 4 ? String.fromCharCode(Number.parseInt(cell, 16)) : cell;
}

export const LOCKING_TABLES = readTables(LOCKING);
export const SINGLE_SHIFT_TABLES = readTables(SINGLE_SHIFT);
