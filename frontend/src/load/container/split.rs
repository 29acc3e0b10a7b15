//! The modules in a section of bitcode.
//!
//! A linker puts the sections of its objects one after another, with zeroes between them where they are aligned.
//! A module is a magic number and a sequence of blocks: identification, module, string table, symbol table. The word
//! that starts a block holds its number, and the word after that its length in words (LLVM Bitcode File Format, "Blocks").

use std::ops::Range;

/// `BC 0xC0DE`, little-endian.
const MAGIC: u32 = 0xdec0_4342;

/// The ranges of the modules in `bytes`; what does not follow the format ends the list, and the last module takes it up.
pub(super) fn modules(bytes: &[u8]) -> Vec<Range<usize>> {
    let word = |at: usize| bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes);
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(first) = word(at) {
        match first {
            MAGIC => {
                found.push(at..at + 4);
                at += 4;
            }
            0 => at += 4,
            _ => {
                let Some(module) = found.last_mut() else { return found };
                let length = word(at + 4).map_or(usize::MAX, |words| words as usize);
                let end = length.checked_mul(4).and_then(|length| length.checked_add(at + 8));
                match end {
                    Some(end) if end <= bytes.len() => {
                        module.end = end;
                        at = end;
                    }
                    _ => {
                        module.end = bytes.len();
                        return found;
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(blocks: &[&[u32]]) -> Vec<u8> {
        let mut words = vec![MAGIC];
        for block in blocks {
            words.extend([0x0000_0c35, u32::try_from(block.len()).unwrap()]);
            words.extend(*block);
        }
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn found(bytes: &[u8]) -> Vec<(usize, usize)> {
        modules(bytes).into_iter().map(|module| (module.start, module.end)).collect()
    }

    #[test]
    fn modules_follow_each_other_with_padding() {
        let (first, second) = (module(&[&[7, MAGIC], &[0]]), module(&[&[]]));
        let bytes = [&first[..], &[0; 8], &second, &[0; 4]].concat();
        assert_eq!(found(&bytes), [(0, first.len()), (first.len() + 8, first.len() + 8 + second.len())]);
        assert_eq!(found(&first), [(0, first.len())]);
    }

    #[test]
    fn damage_does_not_lose_the_module_before_it() {
        let whole = module(&[&[1, 2, 3]]);
        for cut in 8..whole.len() {
            assert_eq!(found(&whole[..cut]), [(0, cut)], "cut at {cut}");
        }
        assert!(found(b"").is_empty());
        assert!(found(b"nonsense").is_empty());
    }
}
