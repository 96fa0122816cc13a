"""Index expressions that Python refuses, or that read differently in C++.

Each is typed for x = np.arange(24) with the names of NAMES. Where a cure is given, the page must offer it,
and it must read as NumPy reads it.
"""
NAMES = "m = x % 2 == 0; i = [0, 2, 5]"
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


# What Python takes, and C++ would group in another way.
PRECEDENCE = ["x > 2 & m", "m & x == 0", "x & 3 == 2", "x | 1 != x", "x == 4 | m", "m == m & m", "~m & m == m", "x < 5 & i[0]",
              "x % 3 & 1 == m", "-x + 24 > x & 7", "m == True", "x ^ 1 < 5"]


def chained():
    """Comparisons of more than two operands, by intention or because & binds more tightly."""
    cases = []
    for first in COMPARISONS:
        for second in COMPARISONS:
            cases.append((f"7 {first} x {second} 15", f"(7 {first} x) & (x {second} 15)"))
            cases.append((f"x {first} 7 & x {second} 15", f"(x {first} 7) & (x {second} 15)"))
            cases.append((f"x {first} 7 | x {second} 15", f"(x {first} 7) | (x {second} 15)"))
    cases += [
        ("x > 1 & x < 9 & x != 3", "(x > 1) & (x < 9) & (x != 3)"),
        ("x > 1 | x < 9 & x != 3", "(x > 1) | (x < 9) & (x != 3)"),
        ("1 < x < 9 < 12", "(1 < x) & (x < 9) & (9 < 12)"),
        ("(1 < x < 9) & m", "(1 < x) & (x < 9)"),
        ("x[1 < x < 9]", "(1 < x) & (x < 9)"),
        ("x > 3 & m == True", "(x > 3) & (m == True)"),
        ("x % 3 == 0 & x > 4", "(x % 3 == 0) & (x > 4)"),
        ("x + 1 < 7 & x * 2 > 4", "(x + 1 < 7) & (x * 2 > 4)"),
    ]
    return cases


def connectives():
    """and, or, not, which take one truth value, and their spelling in C++."""
    cases = []
    for word, sign in (("and", "&"), ("or", "|"), ("&&", "&"), ("||", "|")):
        for comparison in COMPARISONS:
            cases.append((f"x {comparison} 7 {word} x < 15", f"(x {comparison} 7) {sign} (x < 15)"))
            cases.append((f"m {word} x {comparison} 9", f"m {sign} (x {comparison} 9)"))
            cases.append((f"x {comparison} 5{' ' if word.isalpha() else ''}{word} not m", f"(x {comparison} 5) {sign} ~m"))
        cases.append((f"m {word} m", f"m {sign} m"))
        cases.append((f"(x > 3) {word} (x < 9)", f"(x > 3) {sign} (x < 9)"))
        cases.append((f"x > 1 {word} x < 9 {word} m", f"(x > 1) {sign} (x < 9) {sign} m"))
        cases.append((f"(m {word} m)", f"m {sign} m"))
    for word in ("not ", "!"):
        for comparison in COMPARISONS:
            cases.append((f"{word}x {comparison} 4", f"~(x {comparison} 4)"))
            cases.append((f"m & (x {comparison} 4) or {word}m", f"(m & (x {comparison} 4)) | ~m"))
        cases.append((f"{word}m", "~m"))
        cases.append((f"{word}(x > 4)", "~(x > 4)"))
        cases.append((f"{word}{word}m", "m"))
    return cases


def lists():
    """Lists and tuples, with whose elements Python does not compute."""
    cases = []
    for operator in ("+", "-", "*", "%", "&", "|", "^") + COMPARISONS:
        cases.append(f"[0, 2] {operator} 1")
        cases.append(f"1 {operator} [0, 2]")
        cases.append(f"[0, 2] {operator} [1, 1]")
        cases.append(f"(0, 2) {operator} (1, 1), ")
    for operator in ("-", "+", "~"):
        cases += [f"{operator}[0, 2]", f"{operator}[True, False]", f"{operator}(0, 2), "]
    return cases + ["[0, 2].T", "[0, 2].reshape(2)", "[0, 2].astype(int)", "[[0, 1], [2, 3]][0, 1]", "[0, 2][[0, 1]]", "(0, 2)[None]",
                    "5[...]", "(5)[...]", "True[None]"]


def others():
    """Words, operators, texts and numbers that are no index."""
    return ["x is None", "x is not None", "m is True", "3 in x", "3 not in x", "m in [True]", "0 if m else 1", "x if m else 0",
            "lambda: 0", "~True", "~False", "~(1 < 2)", "-True, ", "1.0", "2.5", "x * 1.0", "x == 1.5 & x", "x & 1.5", "~2.5", "[0.0]", "[1, 2.5]",
            "1.5:3", ":2.5", "::0.5", "nan", "inf", "np.nan", "'a'", '"a"', "x == 'a'", "['a']", "1e3", "1j", "0x", "1 2", "x x", "m m",
            "x > ", "> 5", "x >> > 1", "x =< 5", "x => 5", "x <> 5", "x === 5", "&m", "m &", "m & & m", "m | | m", "x +", "*x", "%2", "(x", "x)", "[x", "m]",
            "x > (5", ",", "1,,", ",1", "1:2:3:4", "[1, , 2]", "[1; 2]", "m;", "None None", "... ...", "...m", "m...", "x.y", "x.T.T.z", "x.reshape(5)",
            "x.reshape(2.5)", "x.reshape()", "x.astype()", "x.astype(text)", "zeros", "zeros()", "zeros(2, 3)", "ones(3)", "eye((2, ))", "array()", "array(1, 2)",
            "full(3)", "arange()", "arange(1, 2, 3, 4)", "arange(0, 3, 0)", "arange([3])", "unknown(3)", "y", "y > 3", "x[y]", "m[i][m]",
            "x[[0, 1]] + x[[0, 1, 2]]", "x > i", "m & i", "m + i", "[[0, 1], [2]]", "[[0, 1], 2]", "array([[0, 1], [2]])", "i, i", "m, m", "x, 0", "24", "-25",
            "[24]", "[-25]", "i + 22", "9223372036854775807 + 1", "9223372036854775807 * 2", "-9223372036854775807 - 2", "99999999999999999999",
            "slice()", "slice(0, 3, 1, 1)", "slice([0], 3)", "range(3) + 1", "np.ix_()", "np.ix_(m[0])", "np.where()",
            "m - m", "-m", "+m", "x[0:3", "{0, 1}", "{0: 1}", "0 = 1", "x = 3", "x += 3", "i := 3", "x ? 1 : 0", "x->i",
            "i++", "i--", "#", "0 # first", "\\", "$i", "`i`", "x ** -1", "x @ x @", "1 << 70"]


def cases():
    """(expression, cure or None) of all of them."""
    return chained() + connectives() + [(text, None) for text in lists() + others()]
