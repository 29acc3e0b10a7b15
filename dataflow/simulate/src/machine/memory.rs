//! The memory of the processes: a flat space of addresses for each, and one for what they share (theory, 9.4).
//!
//! Globals, the stack, the heap and symmetric memory are in separate regions, at the same addresses in every process. Freed
//! memory is never allocated again: two objects never have the same address in one run.

use super::zeroed::Zeroed;
use super::{Halt, Result};

/// Start addresses of the regions.
pub(crate) const GLOBALS: u64 = 0x0000_0000_0001_0000;
pub(crate) const STACK: u64 = 0x0000_1000_0000_0000;
pub(crate) const HEAP: u64 = 0x0000_2000_0000_0000;
pub(crate) const SYMMETRIC: u64 = 0x0000_3000_0000_0000;
pub(crate) const SHARED: u64 = 0x0000_4000_0000_0000;
/// Addresses of functions; nothing is stored there.
pub(crate) const CODE: u64 = 0x0000_7000_0000_0000;

/// Regions of a process itself are this many bits apart, in the order of their numbers.
const REGION: u32 = 44;

/// The position in an address of the process that it names: the upper bits contain its number plus one.
const PROCESS: u32 = 56;

/// The address by which others reach the memory of a process directly.
pub(crate) fn reached(process: usize, address: u64) -> u64 {
    address | (process as u64 + 1) << PROCESS
}

/// Whether an address names the process whose memory it is in.
pub(crate) fn is_reached(address: u64) -> bool {
    address >> PROCESS != 0
}

/// The process whose memory an address is in, and the address without the number of this process.
pub(crate) fn home(process: usize, address: u64) -> (usize, u64) {
    match address >> PROCESS {
        0 => (process, address),
        named => (named as usize - 1, address & ((1 << PROCESS) - 1)),
    }
}

/// Bytes of one region of one process, at most: four processes of four regions, with their marks, stay below a gigabyte.
const MOST: u64 = 24 << 20;

/// A region is cleared and used again in the next run only if no more bytes than this were used: clearing a large buffer,
/// of which a run touches little, takes longer than allocating a new one.
const CLEARED: u64 = 256 << 10;

/// A stretch of memory that grows.
#[derive(Debug, Default)]
pub(crate) struct Region {
    base: u64,
    bytes: Zeroed,
    /// Bytes whose content follows from what the program read.
    read: Zeroed,
    used: u64,
}

impl Region {
    fn at(base: u64) -> Region {
        Region { base, ..Region::default() }
    }

    /// New bytes, all zero; `align` is a power of two.
    pub fn take(&mut self, size: u64, align: u64) -> Result<u64> {
        let start = self.used.next_multiple_of(align.max(1));
        let end = start.checked_add(size.max(1)).filter(|end| *end <= MOST).ok_or(Halt::Memory)?;
        self.used = end;
        Ok(self.base + start)
    }

    /// Gives back what was allocated after `mark`.
    fn back_to(&mut self, mark: u64) {
        let (from, to) = (mark as usize, (self.used as usize).min(self.bytes.len()));
        if from < to {
            self.bytes[from..to].fill(0);
            self.read[from..to].fill(0);
        }
        self.used = mark;
    }

    /// Positions of bytes that have been taken.
    #[inline(always)]
    fn range(&mut self, address: u64, len: u64) -> Result<std::ops::Range<usize>> {
        let start = address.checked_sub(self.base).ok_or(Halt::Address)?;
        let end = start.checked_add(len).filter(|end| *end <= self.used).ok_or(Halt::Address)?;
        let (start, end) = (start as usize, end as usize);
        if end > self.bytes.len() {
            self.grow(end)?;
        }
        Ok(start..end)
    }

    #[cold]
    fn grow(&mut self, end: usize) -> Result<()> {
        let room = end.next_multiple_of(1 << 16).max(self.bytes.len() * 4).min(MOST as usize);
        self.bytes.grow(room).and_then(|()| self.read.grow(room)).map_err(|_| Halt::Memory)
    }
}

/// Stretches that were used and are zero again: to clear a small one takes less time than new pages.
#[derive(Debug, Default)]
pub(crate) struct Spare(Vec<Region>);

/// The memory of all processes.
#[derive(Debug)]
pub(crate) struct Memory {
    own: Vec<[Region; 4]>,
    shared: Region,
}

impl Memory {
    /// Memory in which nothing is taken. It makes use of what an earlier run leaves.
    pub fn new(processes: usize, mut spare: Spare) -> Memory {
        let mut region = |base| spare.0.pop().map_or_else(|| Region::at(base), |region| Region { base, ..region });
        Memory {
            own: (0..processes).map(|_| [GLOBALS, STACK, HEAP, SYMMETRIC].map(&mut region)).collect(),
            shared: region(SHARED),
        }
    }

    /// The regions that the next run can use again.
    pub fn spare(self) -> Spare {
        let mut regions: Vec<Region> = self.own.into_iter().flatten().chain([self.shared]).collect();
        regions.retain(|region| !region.bytes.is_empty() && region.used <= CLEARED);
        regions.iter_mut().for_each(|region| region.back_to(0));
        Spare(regions)
    }

    fn region(&mut self, process: usize, address: u64) -> Result<&mut Region> {
        let own = self.own.get_mut(process).ok_or(Halt::Address)?;
        match address {
            SHARED..CODE => Ok(&mut self.shared),
            SYMMETRIC..SHARED => Ok(&mut own[3]),
            HEAP..SYMMETRIC => Ok(&mut own[2]),
            STACK..HEAP => Ok(&mut own[1]),
            GLOBALS..STACK => Ok(&mut own[0]),
            _ => Err(Halt::Address),
        }
    }

    /// New memory in the region that begins at `region`.
    pub fn take(&mut self, process: usize, region: u64, size: u64, align: u64) -> Result<u64> {
        self.region(process, region)?.take(size, align)
    }

    /// How much of the stack is in use.
    pub fn stack(&self, process: usize) -> u64 {
        self.own[process][1].used
    }

    /// Frees the stack down to an earlier mark.
    pub fn unwind(&mut self, process: usize, mark: u64) {
        self.own[process][1].back_to(mark);
    }

    pub fn bytes(&mut self, process: usize, address: u64, len: u64) -> Result<&[u8]> {
        let (process, address) = home(process, address);
        let region = self.region(process, address)?;
        let range = region.range(address, len)?;
        Ok(&region.bytes[range])
    }

    /// Whether any of some bytes follows from what was read.
    pub fn is_read(&mut self, process: usize, address: u64, len: u64) -> Result<bool> {
        let (process, address) = home(process, address);
        let region = self.region(process, address)?;
        let range = region.range(address, len)?;
        Ok(region.read[range].iter().any(|r| *r != 0))
    }

    pub fn write(&mut self, process: usize, address: u64, bytes: &[u8], read: bool) -> Result<()> {
        let (process, address) = home(process, address);
        let region = self.region(process, address)?;
        let range = region.range(address, bytes.len() as u64)?;
        region.bytes[range.clone()].copy_from_slice(bytes);
        region.read[range].fill(u8::from(read));
        Ok(())
    }

    /// A copy of bytes with their marks.
    pub fn copy_out(&mut self, process: usize, address: u64, len: u64) -> Result<Copied> {
        let (process, address) = home(process, address);
        let region = self.region(process, address)?;
        let range = region.range(address, len)?;
        Ok(Copied { bytes: region.bytes[range.clone()].to_vec(), read: region.read[range].to_vec() })
    }

    pub fn copy_in(&mut self, process: usize, address: u64, copied: &Copied) -> Result<()> {
        let (process, address) = home(process, address);
        let region = self.region(process, address)?;
        let range = region.range(address, copied.bytes.len() as u64)?;
        region.bytes[range.clone()].copy_from_slice(&copied.bytes);
        region.read[range].copy_from_slice(&copied.read);
        Ok(())
    }

    pub fn fill(&mut self, process: usize, address: u64, len: u64, byte: u8, read: bool) -> Result<()> {
        let (process, address) = home(process, address);
        let region = self.region(process, address)?;
        let range = region.range(address, len)?;
        region.bytes[range.clone()].fill(byte);
        region.read[range].fill(u8::from(read));
        Ok(())
    }

    /// A number of up to 8 bytes, and whether it was read.
    pub fn number(&mut self, process: usize, address: u64, size: u64) -> Result<(u64, bool)> {
        let (process, address) = home(process, address);
        let region = self.region(process, address)?;
        let range = region.range(address, size)?;
        if let (8, Ok(bytes), Ok(marks)) =
            (size, region.bytes[range.clone()].try_into(), region.read[range.clone()].try_into())
        {
            return Ok((u64::from_le_bytes(bytes), u64::from_le_bytes(marks) != 0));
        }
        let mut bytes = [0; 8];
        let size = range.len().min(8);
        bytes[..size].copy_from_slice(&region.bytes[range.start..range.start + size]);
        let read = region.read[range].iter().any(|r| *r != 0);
        Ok((u64::from_le_bytes(bytes), read))
    }

    /// The region of an address that names no process and is below [`SHARED`].
    #[inline(always)]
    fn own_region(&mut self, process: usize, address: u64) -> &mut Region {
        &mut self.own[process][(address >> REGION) as usize & 3]
    }

    /// A number of up to 8 bytes of a process itself, below [`SHARED`], and whether it was read.
    #[inline(always)]
    pub fn own_number(&mut self, process: usize, address: u64, size: u64) -> Result<(u64, bool)> {
        let region = self.own_region(process, address);
        let range = region.range(address, size)?;
        let (bytes, marks) = (&region.bytes[range.clone()], &region.read[range]);
        Ok(match size {
            8 => (word(bytes), word(marks) != 0),
            4 => (u64::from(half(bytes)), half(marks) != 0),
            1 => (u64::from(bytes[0]), marks[0] != 0),
            _ => return self.number(process, address, size),
        })
    }

    /// Sets a number of up to 8 bytes of a process itself, below [`SHARED`].
    #[inline(always)]
    pub fn set_own_number(&mut self, process: usize, address: u64, size: u64, value: u64, read: bool) -> Result<()> {
        let region = self.own_region(process, address);
        let range = region.range(address, size.min(8))?;
        let (bytes, marks) = (&mut region.bytes[range.clone()], &mut region.read[range]);
        match size {
            8 => {
                bytes.copy_from_slice(&value.to_le_bytes());
                marks.copy_from_slice(&[u8::from(read); 8]);
            }
            4 => {
                bytes.copy_from_slice(&(value as u32).to_le_bytes());
                marks.copy_from_slice(&[u8::from(read); 4]);
            }
            _ => {
                bytes.copy_from_slice(&value.to_le_bytes()[..size.min(8) as usize]);
                marks.fill(u8::from(read));
            }
        }
        Ok(())
    }

    pub fn set_number(&mut self, process: usize, address: u64, size: u64, value: u64, read: bool) -> Result<()> {
        self.write(process, address, &value.to_le_bytes()[..size.min(8) as usize], read)
    }

    /// The bytes of a string, without its end.
    pub fn text(&mut self, process: usize, address: u64) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        loop {
            let (byte, _) = self.number(process, address + out.len() as u64, 1)?;
            if byte == 0 {
                return Ok(out);
            }
            if out.len() > 1 << 16 {
                return Err(Halt::Address);
            }
            out.push(byte as u8);
        }
    }
}

fn word(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_le_bytes)
}

fn half(bytes: &[u8]) -> u32 {
    bytes.try_into().map_or(0, u32::from_le_bytes)
}

/// Bytes with their marks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Copied {
    pub bytes: Vec<u8>,
    pub read: Vec<u8>,
}

impl Copied {
    /// All of them count as read in the run.
    pub fn into_read(mut self) -> Copied {
        self.read.fill(1);
        self
    }
}
