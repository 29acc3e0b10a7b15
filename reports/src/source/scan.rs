//! Elements of a source line: the call and its arguments, the variable that gets a value, the variable of a loop.
//!
//! Bitcode has positions and no source text. These functions scan the text at a position by words and brackets. They do not parse a
//! language, and return nothing if the text is not as expected. Only the wording of reports depends on them.

/// The largest number of bytes of a call that are scanned.
const FAR: usize = 4096;

/// Prefixes of routines that macros paste: `MPI_##call`.
const PREFIXES: [&str; 3] = ["MPI_", "shmem_", "gaspi_"];

/// The range of a word in a line: its first occurrence as a whole word from `from` on, or else its first one in the line. For
/// Fortran, a lower-case form is found, too. For a routine in the argument of a macro that adds its prefix, the form without prefix
/// is found: `Put(` in `mpi(Put(...))`.
pub fn word(line: &str, word: &str, from: usize) -> Option<std::ops::Range<usize>> {
    let lowered = || {
        let lower = line.to_ascii_lowercase();
        exact_word(&lower, &word.to_ascii_lowercase(), from)
    };
    let pasted = || {
        let bare = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix))?;
        let at = exact_word(line, bare, from)?;
        line.get(at.end..)?.starts_with('(').then_some(at)
    };
    exact_word(line, word, from).or_else(lowered).or_else(pasted)
}

fn exact_word(line: &str, word: &str, from: usize) -> Option<std::ops::Range<usize>> {
    let whole = |at: &usize| {
        let before = line.get(..*at).and_then(|before| before.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    let all: Vec<usize> = line.match_indices(word).map(|(at, _)| at).filter(whole).collect();
    let at = all.iter().find(|at| **at >= from).or(all.first())?;
    Some(*at..at + word.len())
}

/// The expression at the begin of a text, as far as it is a path of members and indices: `m->column[k]`.
pub fn path(text: &str) -> &str {
    let name = first_word(text);
    let mut end = name.len();
    while let Some(rest) = text.get(end..).filter(|_| end > 0) {
        let member = ["->", ".", "::"].iter().find(|sign| rest.starts_with(**sign)).map_or(0, |sign| sign.len());
        if member > 0 {
            let word = first_word(rest.get(member..).unwrap_or_default()).len();
            if word == 0 {
                break;
            }
            end += member + word;
        } else if let (true, Some(inside)) = (rest.starts_with('['), bracketed(rest)) {
            end += inside.len() + 2;
        } else {
            break;
        }
    }
    text.get(..end).unwrap_or_default()
}

/// The start of the path of members that ends at a byte position of a line: debug information has the position of `dim` for `m->dim`.
pub fn path_start(line: &str, at: usize) -> usize {
    let mut start = at;
    while let Some(before) = line.get(..start).and_then(|b| b.strip_suffix('.').or_else(|| b.strip_suffix("->"))) {
        let mut depth = 0_i32;
        let begins = |(place, c): (usize, char)| {
            match c {
                ']' => depth += 1,
                '[' => depth -= 1,
                _ => {}
            }
            (depth > 0 || c == '[' || is_word(c)).then_some(place)
        };
        let Some(base) = before.char_indices().rev().map_while(begins).last() else { break };
        start = base;
    }
    start
}

/// The word at the begin of a text.
pub fn first_word(text: &str) -> &str {
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// The arguments of the call at the begin of a text: `f(a, b[1], g(c))` gives `a`, `b[1]` and `g(c)`, white space joined.
pub fn arguments(text: &str) -> Option<Vec<String>> {
    let open = text.find('(')?;
    // Only the name, template arguments and members may come before.
    let name = text.get(..open)?;
    if !name.chars().all(|c| is_word(c) || c.is_whitespace() || ".:<>-~&*".contains(c)) {
        return None;
    }
    let inside = bracketed(text.get(open..)?)?;
    Some(split(inside, ','))
}

/// The items of the list of a `read` statement of Fortran in a line: `a` and `b(2)` of `read (*, *) a, b(2)`.
pub fn read_items(line: &str) -> Option<Vec<String>> {
    let statement = line.get(word(&line.to_ascii_lowercase(), "read", 0)?.end..)?.trim_start();
    let list = statement.get(in_brackets(statement).filter(|_| statement.starts_with('('))?.len()..)?;
    let list = list.split('!').next()?.trim();
    // A list may go on in the next line.
    (!list.is_empty() && !list.ends_with('&')).then(|| split(list, ','))
}

/// The text between the bracket at the begin of a text and the bracket that closes it.
fn bracketed(text: &str) -> Option<&str> {
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    for (at, c) in text.char_indices().take_while(|(at, _)| *at < FAR) {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return text.get(1..at);
                }
            }
            (None, _) => {}
        }
    }
    None
}

/// The bracket at the begin of a text, up to the one that closes it.
pub fn in_brackets(text: &str) -> Option<&str> {
    text.get(..bracketed(text)?.len() + 2)
}

/// The parts of a text between separators outside of brackets and quotes.
fn split(text: &str, separator: char) -> Vec<String> {
    let (mut parts, mut part) = (Vec::new(), String::new());
    let (mut depth, mut quote, mut escaped) = (0_i32, None, false);
    for c in text.chars() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, c) if c == separator && depth == 0 => {
                parts.push(tidy(&part));
                part.clear();
                continue;
            }
            _ => {}
        }
        part.push(c);
    }
    if !part.trim().is_empty() {
        parts.push(tidy(&part));
    }
    parts
}

/// White space as single blanks.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The variable that the value of an expression is assigned to: of `double *p = f(1);` with the column of `f`, `p`;
/// of `grid->data[k] = ...`, `grid->data[k]`.
pub fn assigned(line: &str, col: u32) -> Option<String> {
    let before = line.get(..(col.max(1) as usize - 1).min(line.len()))?;
    let before = before.trim_end();
    // A cast, or the `(` of a condition around the assignment, may come in between.
    let before = strip_casts(before);
    // Of `n = argc > 1 ? atoi(argv[1]) : 8`, the part before the question.
    let before = match before.strip_suffix('?') {
        Some(question) => question.get(..=question.rfind(" = ")? + 2)?.trim_end(),
        None => before,
    };
    let target = before.strip_suffix('=')?;
    if target.ends_with(['=', '!', '<', '>', '+', '-', '*', '/', '|', '&', '^', '%']) {
        return None;
    }
    let target = target.trim_end();
    let start = target
        .char_indices()
        .rev()
        .scan(0_i32, |depth, (at, c)| {
            match c {
                ']' | ')' => *depth += 1,
                '[' | '(' => *depth -= 1,
                _ => {}
            }
            let inside = *depth > 0 || *depth == 0 && (is_word(c) || ".->[:".contains(c));
            inside.then_some(at)
        })
        .last()?;
    let name = target.get(start..)?.trim_matches(|c: char| c == ':' || c == '>' || c == '-' || c == '.');
    is_name(name).then(|| name.to_owned())
}

/// Whether a line returns the value of the call at a column as it is.
pub fn is_returned(line: &str, col: u32) -> bool {
    let at = (col.max(1) as usize - 1).min(line.len());
    let (before, call) = (line.get(..at).unwrap_or_default(), line.get(at..).unwrap_or_default());
    let brackets = call.get(first_word(call).len()..).unwrap_or_default();
    let behind = bracketed(brackets).and_then(|inside| brackets.get(inside.len() + 2..));
    strip_casts(before.trim()) == "return" && behind.is_some_and(|behind| behind.trim() == ";")
}

/// Whether a line may change a variable: by an assignment, or through its address.
pub fn changes(line: &str, name: &str) -> bool {
    let mut rest = line;
    while let Some(at) = exact_word(rest, name, 0) {
        let before = rest.get(..at.start).unwrap_or_default().trim_end();
        let after = rest.get(at.end..).unwrap_or_default();
        let sign = after.trim_start().trim_start_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']);
        let operator = after.trim_start().len() - sign.len();
        let compares = sign.starts_with("==") || operator == 1 && after.trim_start().starts_with(['<', '>']);
        let assigns =
            sign.starts_with('=') && !compares || ["++", "--"].iter().any(|s| after.trim_start().starts_with(s));
        let address = before.ends_with('&') && !before.ends_with("&&");
        if assigns || address || before.ends_with("++") || before.ends_with("--") {
            return true;
        }
        rest = after;
    }
    false
}

fn strip_casts(mut text: &str) -> &str {
    while let Some(rest) = text.strip_suffix(')') {
        let Some(open) = rest.rfind('(') else { break };
        let inside = rest.get(open + 1..).unwrap_or_default();
        if !inside.chars().all(|c| is_word(c) || " *:<>,".contains(c)) {
            break;
        }
        text = text.get(..open).unwrap_or_default().trim_end();
    }
    text
}

/// Whether a text is a name or a path of members and indices.
pub fn is_name(text: &str) -> bool {
    let begins = text.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    begins && text.len() <= 60 && text.chars().all(|c| is_word(c) || ".->[]:()% +*&".contains(c))
}

/// An argument as the name of what it points at: `&ex->comm` is `ex->comm`.
pub fn pointee(argument: &str) -> Option<String> {
    let name = argument.trim().trim_start_matches("(void *)").trim().trim_start_matches('&').trim();
    is_name(name).then(|| name.to_owned())
}

/// The variable of a loop, and its first value and step where both are numbers: of `for (int k = 1; k < n; k += 2)`, `k`, 1 and 2; of
/// `do i = 1, n` (Fortran) `i`, 1 and 1.
pub fn loop_variable(line: &str) -> Option<(String, Option<(i64, i64)>)> {
    let text = line.trim_start();
    if let Some(at) = word(text, "for", 0) {
        let inside = bracketed(text.get(at.end..)?.trim_start())?;
        let parts = split(inside, ';');
        let [init, _, step] = &parts[..] else { return None };
        let (left, right) = init.split_once('=')?;
        let name = left.trim().rsplit([' ', '*']).next()?.to_owned();
        if !is_name(&name) {
            return None;
        }
        let by = step_of(step, &name);
        return Some((name, right.trim().parse().ok().zip(by)));
    }
    let rest = text.strip_prefix("do ").or_else(|| text.strip_prefix("DO "))?;
    let (name, range) = rest.split_once('=')?;
    let mut bounds = range.split(',').map(str::trim);
    let first = bounds.next()?.parse().ok();
    let by = bounds.nth(1).map_or(Some(1), |by| by.parse().ok());
    is_name(name.trim()).then(|| (name.trim().to_owned(), first.zip(by)))
}

fn step_of(step: &str, name: &str) -> Option<i64> {
    let step: String = step.chars().filter(|c| !c.is_whitespace()).collect();
    if step == format!("{name}++") || step == format!("++{name}") {
        return Some(1);
    }
    if step == format!("{name}--") || step == format!("--{name}") {
        return Some(-1);
    }
    let by = |sign: &str| step.strip_prefix(&format!("{name}{sign}=")).and_then(|by| by.parse::<i64>().ok());
    by("+").or_else(|| by("-").map(|by| -by))
}

/// Whether a word is the name of a routine of a library for one-sided communication.
pub fn is_routine(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    PREFIXES.iter().any(|start| word.starts_with(&start.to_ascii_lowercase()))
}

/// The words of a line that are called.
pub fn called(line: &str) -> impl Iterator<Item = &str> {
    let before = line.match_indices('(').filter_map(|(at, _)| line.get(..at));
    before.map(|before| {
        let before = before.trim_end();
        before.rsplit(|c| !is_word(c)).next().unwrap_or_default()
    })
}

/// Whether the word in a part of a line is called there.
pub fn is_called(line: &str, part: &std::ops::Range<usize>) -> bool {
    let is_name = line.get(part.clone()).is_some_and(|name| !name.is_empty() && name.chars().all(is_word));
    is_name && line.get(part.end..).is_some_and(|rest| rest.trim_start().starts_with('('))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_behind_a_macro() {
        let line = "    CHECK(MPI_Put_all(x)); CHECK(MPI_Put(b, n));";
        assert_eq!(word(line, "MPI_Put", 0), Some(33..40));
        assert_eq!(word(line, "MPI_Get", 0), None);
        assert_eq!(word("    mpi(Win_put(x)); mpi(Put(b));", "MPI_Put", 4), Some(25..28));
        assert_eq!(word("    Put = 1;", "MPI_Put", 0), None);
    }

    #[test]
    fn paths_end_where_they_do() {
        assert_eq!(path("m->column[k] + 1"), "m->column[k]");
        assert_eq!(path("a.b[i][j + 1].c;"), "a.b[i][j + 1].c");
        assert_eq!(path("x-- > 0"), "x");
        assert_eq!(path("= 3"), "");
    }

    #[test]
    fn arguments_are_split_outside_of_brackets() {
        let all = |text| arguments(text).unwrap();
        assert_eq!(all("put(ex, f(1, 2), a[i, j],\n   \"x,)\", ')');"), ["ex", "f(1, 2)", "a[i, j]", "\"x,)\"", "')'"]);
        assert_eq!(all("f()"), Vec::<String>::new());
        assert_eq!(arguments("x = 1; f(2)"), None);
        assert_eq!(arguments("f(1"), None);
    }

    #[test]
    fn a_value_that_is_handed_on() {
        let of = |line: &str| is_returned(line, u32::try_from(line.find("atoi").unwrap() + 1).unwrap());
        assert!(of("    return atoi(argv[f(1)]);") && of("    return (long)atoi(s);"));
        assert!(!of("    return 2 * atoi(s);") && !of("    return atoi(s) + 1;") && !of("    n = atoi(s);"));
        for line in ["n = 8;", "if (n < 1) n = 8;", "n *= 2;", "n <<= 1;", "n++;", "--n;", "scanf(\"%d\", &n);"] {
            assert!(changes(line, "n"), "{line}");
        }
        for line in ["if (n < 1 || n >= m || n == 3)", "f(n);", "m = n;", "if (m && n) k = 1;", "int nn = 2;"] {
            assert!(!changes(line, "n"), "{line}");
        }
    }

    #[test]
    fn the_variable_before_a_value() {
        let of = |line: &str, call: &str| assigned(line, u32::try_from(line.find(call).unwrap() + 1).unwrap());
        assert_eq!(of("    double *memory = calloc(n, 8);", "calloc").as_deref(), Some("memory"));
        assert_eq!(of("    int n = argc > 1 ? atoi(argv[1]) : 8;", "atoi").as_deref(), Some("n"));
        let two = "    int n = argc > 1 ? atoi(argv[1]) : 8, m = argc > 2 ? atol(argv[2]) : 9;";
        assert_eq!((of(two, "atoi").as_deref(), of(two, "atol").as_deref()), (Some("n"), Some("m")));
        assert_eq!(of("    plan = (Plan){.bins = number(argv, 1)};", "number").as_deref(), Some("bins"));
        assert_eq!(of("    f(c ? atoi(s) : 8);", "atoi"), None);
        assert_eq!(of("  ex->west = xmalloc(n);", "xmalloc").as_deref(), Some("ex->west"));
        assert_eq!(of("  t->rows[i + 1] = (double *)malloc(8);", "malloc").as_deref(), Some("t->rows[i + 1]"));
        assert_eq!(of("  if ((flag = getopt(argc)) != -1)", "getopt").as_deref(), Some("flag"));
        assert_eq!(of("  if (x == f())", "f()"), None);
        assert_eq!(of("  f();", "f()"), None);
    }

    #[test]
    fn loops_have_variables() {
        let of = |line| loop_variable(line);
        assert_eq!(of("for (int k = 1; k < n; k += 2) {"), Some(("k".to_owned(), Some((1, 2)))));
        assert_eq!(of("  for (size_t i = first; i < n; i++)"), Some(("i".to_owned(), None)));
        assert_eq!(of("do i = 2, n - 1"), Some(("i".to_owned(), Some((2, 1)))));
        assert_eq!(of("while (x)"), None);
    }

    #[test]
    fn items_of_a_read_statement() {
        let items = |line: &str| read_items(line);
        assert_eq!(
            items("  if (rank == 0) read (*, *) a, grid%cells(2, 1) ! both"),
            Some(vec!["a".into(), "grid%cells(2, 1)".into()])
        );
        assert_eq!(items("  READ(unit, '(a, i4)') n"), Some(vec!["n".into()]));
        assert_eq!(items("  read (*, *) a, &"), None);
        assert_eq!(items("  read *, a"), None);
        assert_eq!(items("  call read_all(n)"), None);
    }
}
