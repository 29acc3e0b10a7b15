//! Bytes that are zero at first and cost nothing until they are touched (theory, 9.4).

use memmap2::MmapMut;
use std::io;
use std::ops::{Deref, DerefMut};

/// Compared and copied at once.
const PAGE: usize = 4096;

/// Bytes of an anonymous mapping: the system provides a page when it is first touched. Simulated programs allocate buffers of
/// megabytes and touch some kilobytes of them.
#[derive(Debug, Default)]
pub(super) struct Zeroed {
    /// None as long as there are no bytes: an empty mapping does not exist.
    map: Option<MmapMut>,
}

impl Zeroed {
    /// At least as many bytes as before, and the new ones are zero. An error of the system if it has no room.
    pub fn grow(&mut self, len: usize) -> io::Result<()> {
        let mut map = MmapMut::map_anon(len)?;
        for (new, old) in map.chunks_mut(PAGE).zip(self.chunks(PAGE)) {
            if old.iter().any(|byte| *byte != 0) {
                new[..old.len()].copy_from_slice(old);
            }
        }
        self.map = Some(map);
        Ok(())
    }
}

impl Deref for Zeroed {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        self.map.as_deref().unwrap_or_default()
    }
}

impl DerefMut for Zeroed {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u8] {
        self.map.as_deref_mut().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Zeroed;

    #[test]
    fn bytes_are_kept_when_it_grows_and_new_ones_are_zero() {
        let mut bytes = Zeroed::default();
        assert!(bytes.is_empty());
        bytes.grow(5000).expect("room");
        bytes[4999] = 7;
        bytes.grow(20_000).expect("room");
        assert_eq!((bytes.len(), bytes[4999], bytes[5000]), (20_000, 7, 0));
        assert_eq!(bytes.iter().filter(|byte| **byte != 0).count(), 1);
    }
}
