//! Which variable arguments a `printf` format takes, and what it does with the memory that they point to (C11, 7.21.6.1).

/// What one variable argument is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directive {
    /// A number, character or address: no memory that it points to is touched.
    Value,
    /// `%s`: the string that it points to is read, with at most this many bytes.
    Text(Option<u64>),
    /// `%n`: an integer of this many bytes is stored where it points.
    Count(u64),
}

/// The variable arguments of a `printf` format, in order; `None` when the format uses positions (`%1$s`) or is malformed.
pub fn printf_directives(format: &[u8]) -> Option<Vec<Directive>> {
    let mut args = Vec::new();
    let mut chars = format.iter().copied().take_while(|&c| c != 0).peekable();
    while let Some(c) = chars.next() {
        if c != b'%' {
            continue;
        }
        while chars.next_if(|c| b"-+ #0'I".contains(c)).is_some() {}
        number(&mut chars, &mut args);
        if chars.peek() == Some(&b'$') {
            return None;
        }
        let mut precision = None;
        if chars.next_if_eq(&b'.').is_some() {
            let from_argument = chars.peek() == Some(&b'*');
            let digits = number(&mut chars, &mut args);
            precision = if from_argument { None } else { Some(digits.unwrap_or(0)) };
        }
        let mut size = 4;
        while let Some(c) = chars.next_if(|c| b"hlqLjzt".contains(c)) {
            size = match c {
                b'h' => size / 2,
                _ => 8,
            };
        }
        match chars.next()? {
            b'%' | b'm' => {}
            // Precision counts bytes of the result; wide characters may need up to 4 bytes each.
            b's' if size == 8 => args.push(Directive::Text(None)),
            b's' => args.push(Directive::Text(precision)),
            b'S' => args.push(Directive::Text(None)),
            b'n' => args.push(Directive::Count(size)),
            c if b"diouxXeEfFgGaAcCp".contains(&c) => args.push(Directive::Value),
            _ => return None,
        }
    }
    Some(args)
}

/// A width or precision: digits, or `*`, which takes a further argument.
fn number(chars: &mut std::iter::Peekable<impl Iterator<Item = u8>>, args: &mut Vec<Directive>) -> Option<u64> {
    if chars.next_if_eq(&b'*').is_some() {
        args.push(Directive::Value);
        return None;
    }
    let mut value = None;
    while let Some(c) = chars.next_if(u8::is_ascii_digit) {
        value = Some(value.unwrap_or(0u64).saturating_mul(10).saturating_add(u64::from(c - b'0')));
    }
    value
}

/// What a `scanf` conversion stores where its argument points (C11, 7.21.6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conversion {
    /// An integer or a pointer of this many bytes.
    Integer(u64),
    /// A floating-point number of this many bytes.
    Float(u64),
    /// Characters; the largest number of bytes, if the format has one.
    Text(Option<u64>),
}

/// The arguments of a `scanf` format, in order; `None` when the format uses positions (`%1$d`) or is malformed.
pub fn scanf_conversions(format: &[u8]) -> Option<Vec<Conversion>> {
    let mut args = Vec::new();
    let mut chars = format.iter().copied().take_while(|&c| c != 0).peekable();
    while let Some(c) = chars.next() {
        if c != b'%' {
            continue;
        }
        let dropped = chars.next_if_eq(&b'*').is_some();
        let mut width = None;
        while let Some(c) = chars.next_if(u8::is_ascii_digit) {
            width = Some(width.unwrap_or(0u64).saturating_mul(10).saturating_add(u64::from(c - b'0')));
        }
        if chars.peek() == Some(&b'$') {
            return None;
        }
        // With `m` the text is stored in new memory, and the argument gets a pointer to it (POSIX).
        let allocated = chars.next_if_eq(&b'm').is_some();
        let (mut shorter, mut longer, mut longest) = (0, false, false);
        while let Some(c) = chars.next_if(|c| b"hlqLjzt".contains(c)) {
            shorter += u32::from(c == b'h');
            longest |= c == b'L';
            longer |= c != b'h' && c != b'L';
        }
        let text = |bytes: Option<u64>| if longer { Conversion::Text(None) } else { Conversion::Text(bytes) };
        let stored = match chars.next()? {
            b'%' => continue,
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'n' => {
                Conversion::Integer(if longer || longest { 8 } else { 4 >> shorter.min(2) })
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => Conversion::Float(match (longest, longer) {
                (true, _) => 16,
                (_, true) => 8,
                _ => 4,
            }),
            b'p' => Conversion::Integer(8),
            b'c' => text(Some(width.unwrap_or(1))),
            b's' => text(width.map(|w| w.saturating_add(1))),
            b'C' | b'S' => Conversion::Text(None),
            b'[' => {
                chars.next_if_eq(&b'^');
                chars.next_if_eq(&b']');
                while chars.next()? != b']' {}
                text(width.map(|w| w.saturating_add(1)))
            }
            _ => return None,
        };
        if !dropped {
            args.push(if allocated { Conversion::Integer(8) } else { stored });
        }
    }
    Some(args)
}
