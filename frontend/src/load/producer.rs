//! Which LLVM wrote a file of bitcode.
//!
//! Bitcode since LLVM 3.8 starts with an identification block, whose string names the writer: `LLVM19.1.7`. All compilers that are built on
//! LLVM write it, also those of AMD, Cray and Intel; the module contains the name of the compiler. Only this block is read here
//! (LLVM, "LLVM Bitcode File Format": abbreviation ids, blocks, `DEFINE_ABBREV`, `IDENTIFICATION_BLOCK`).

/// Number of the identification block.
const BLOCK: u64 = 13;
/// Its record that holds the string.
const STRING: u64 = 1;
/// The abbreviation ids that every block has.
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
/// Longer strings are not the name of a producer.
const LONGEST: u64 = 256;

/// The major version of the LLVM that wrote bitcode, from its first bytes; `None` when they do not contain it. Apple's compilers
/// have their own version numbers.
pub(super) fn llvm_version(head: &[u8]) -> Option<u32> {
    major(&identification(head)?)
}

/// The number after `LLVM`.
fn major(producer: &str) -> Option<u32> {
    let rest = producer.strip_prefix("LLVM")?.trim_start();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The string of the identification block.
fn identification(head: &[u8]) -> Option<String> {
    let mut bits = Bits { bytes: past_wrapper(head).strip_prefix(b"BC\xC0\xDE")?, position: 0 };
    if bits.fixed(2)? != ENTER_SUBBLOCK || bits.variable(8)? != BLOCK {
        return None;
    }
    let width = u32::try_from(bits.variable(4)?).ok().filter(|width| (2..=32).contains(width))?;
    bits.align();
    bits.fixed(32)?;
    let mut abbreviations: Vec<Vec<Operand>> = Vec::new();
    loop {
        let record = match bits.fixed(width)? {
            DEFINE_ABBREV => {
                abbreviations.push(bits.abbreviation()?);
                continue;
            }
            UNABBREV_RECORD => {
                let code = bits.variable(6)?;
                let count = bits.variable(6).filter(|count| *count <= LONGEST)?;
                let values: Option<Vec<u64>> = (0..count).map(|_| bits.variable(6)).collect();
                [vec![code], values?].concat()
            }
            id => bits.record(abbreviations.get(usize::try_from(id.checked_sub(4)?).ok()?)?)?,
        };
        if let Some((&STRING, characters)) = record.split_first() {
            return characters.iter().map(|code| char::from_u32(u32::try_from(*code).ok()?)).collect();
        }
    }
}

/// Apple's tools put a header of 20 bytes around bitcode, with the offset of the content in the third word.
fn past_wrapper(head: &[u8]) -> &[u8] {
    let offset = || <[u8; 4]>::try_from(head.get(8..12)?).ok().map(|word| u32::from_le_bytes(word) as usize);
    match head.starts_with(&[0xDE, 0xC0, 0x17, 0x0B]) {
        true => offset().and_then(|offset| head.get(offset..)).unwrap_or_default(),
        false => head,
    }
}

/// How a value of a record is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operand {
    Literal(u64),
    Fixed(u32),
    Variable(u32),
    /// A list of values, which the next operand describes.
    Array,
    /// One of 64 characters.
    Char6,
}

/// A stream of bits, the lowest of a byte first.
struct Bits<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl Bits<'_> {
    fn fixed(&mut self, width: u32) -> Option<u64> {
        let mut value = 0;
        for place in 0..width {
            let byte = self.bytes.get(self.position / 8)?;
            value |= u64::from(byte >> (self.position % 8) & 1) << place;
            self.position += 1;
        }
        Some(value)
    }

    /// A number in chunks of `width` bits; the highest bit of a chunk is set if more chunks follow.
    fn variable(&mut self, width: u32) -> Option<u64> {
        let more = 1 << (width - 1);
        let mut value = 0;
        for shift in (0..64).step_by(width as usize - 1) {
            let chunk = self.fixed(width)?;
            value |= (chunk & (more - 1)) << shift;
            if chunk & more == 0 {
                return Some(value);
            }
        }
        None
    }

    fn align(&mut self) {
        // The magic number in front is one word.
        self.position = self.position.next_multiple_of(32);
    }

    fn abbreviation(&mut self) -> Option<Vec<Operand>> {
        let count = self.variable(5).filter(|count| *count <= LONGEST)?;
        let width = |bits: &mut Self| u32::try_from(bits.variable(5)?).ok().filter(|width| (2..=32).contains(width));
        let mut operands = Vec::new();
        for _ in 0..count {
            let operand = match self.fixed(1)? {
                1 => Operand::Literal(self.variable(8)?),
                _ => match self.fixed(3)? {
                    1 => Operand::Fixed(width(self)?),
                    2 => Operand::Variable(width(self)?),
                    3 => Operand::Array,
                    4 => Operand::Char6,
                    _ => return None,
                },
            };
            operands.push(operand);
        }
        Some(operands)
    }

    fn record(&mut self, operands: &[Operand]) -> Option<Vec<u64>> {
        let mut values = Vec::new();
        let mut operands = operands.iter();
        while let Some(operand) = operands.next() {
            match (operand, operands.clone().next()) {
                (Operand::Array, Some(element)) => {
                    let count = self.variable(6).filter(|count| *count <= LONGEST)?;
                    for _ in 0..count {
                        values.push(self.value(*element)?);
                    }
                    return Some(values);
                }
                _ => values.push(self.value(*operand)?),
            }
        }
        Some(values)
    }

    fn value(&mut self, operand: Operand) -> Option<u64> {
        const CHARACTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
        match operand {
            Operand::Literal(value) => Some(value),
            Operand::Fixed(width) => self.fixed(width),
            Operand::Variable(width) => self.variable(width),
            Operand::Char6 => CHARACTERS.get(usize::try_from(self.fixed(6)?).ok()?).map(|byte| u64::from(*byte)),
            Operand::Array => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// Bitcode of an empty source.
    fn compiled(clang: &str) -> Vec<u8> {
        let mut command = Command::new(clang);
        command.args(["-xc", "-emit-llvm", "-c", "-o", "-", "/dev/null"]);
        let output = command.output().unwrap_or_else(|error| panic!("{clang}: {error}; scripts/setup.sh installs it"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    #[test]
    fn compilers_say_which_llvm_they_are() {
        for (clang, version) in [("clang-19", 19), ("clang-22", 22)] {
            let bitcode = compiled(clang);
            assert_eq!(llvm_version(&bitcode), Some(version), "{clang}: {:?}", identification(&bitcode));
            // As much as is read of a file is enough.
            assert_eq!(llvm_version(&bitcode[..256.min(bitcode.len())]), Some(version));
            let length = u32::try_from(bitcode.len()).expect("a small file");
            let wrapper = [0x0B17_C0DE, 0, 20, length, 7].map(u32::to_le_bytes).concat();
            assert_eq!(llvm_version(&[wrapper, bitcode].concat()), Some(version), "wrapped");
        }
    }

    #[test]
    fn vendors_count_as_the_llvm_that_they_are_made_of() {
        assert_eq!(major("LLVM17.0.0git"), Some(17));
        assert_eq!(major("LLVM 20.0.0"), Some(20));
        assert_eq!(major("APPLE_1_1500.3.9.4_0"), None);
        assert_eq!(major("LLVM"), None);
    }

    #[test]
    fn other_bytes_say_nothing() {
        let bitcode = compiled("clang-19");
        for length in 0..64.min(bitcode.len()) {
            let cut = &bitcode[..length];
            assert!(matches!(llvm_version(cut), None | Some(19)), "{length}");
        }
        for byte in 4..64.min(bitcode.len()) {
            for bit in 0..8 {
                let mut damaged = bitcode.clone();
                damaged[byte] ^= 1 << bit;
                // It ends, with whatever.
                let _ = llvm_version(&damaged);
            }
        }
        assert_eq!(llvm_version(b"\x7fELF\x02\x01\x01"), None);
        assert_eq!(llvm_version(&[0xDE, 0xC0, 0x17, 0x0B, 0, 0, 0, 0, 255, 255, 255, 255]), None);
    }
}
