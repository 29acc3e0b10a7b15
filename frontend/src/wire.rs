//! The protocol between the reader process and its parent.
//!
//! At its start the reader writes [`FINGERPRINT`] (8 bytes, little-endian). Then, for each request on its standard
//! input, one reply frame on its standard output. A request is a length (4 bytes) and a postcard-encoded [`Request`];
//! a reply is a status byte, a length (8 bytes) and that many bytes: a postcard-encoded [`crate::ir::Module`],
//! [`Rewritten`] or [`Failure`]. Lengths are little-endian.

use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// Identifies the layout of the messages: a hash of the sources that define it. A reader left over from another build
/// is recognised by it instead of being misread.
pub const FINGERPRINT: u64 = {
    let hash = fnv(0xcbf2_9ce4_8422_2325, include_bytes!("ir/mod.rs"));
    let hash = fnv(hash, include_bytes!("ir/inst.rs"));
    let hash = fnv(hash, include_bytes!("ir/types.rs"));
    let hash = fnv(hash, include_bytes!("ir/debug.rs"));
    let hash = fnv(hash, include_bytes!("ir/access.rs"));
    fnv(hash, include_bytes!("wire.rs"))
};

const fn fnv(mut hash: u64, mut bytes: &[u8]) -> u64 {
    while let [byte, rest @ ..] = bytes {
        hash = (hash ^ *byte as u64).wrapping_mul(0x100_0000_01b3);
        bytes = rest;
    }
    hash
}

/// One file to read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Path, as the bytes of the operating system.
    pub path: Vec<u8>,
    /// The first byte of the module in the file, and its end, if the file contains more than the module.
    pub range: Option<(u64, u64)>,
    /// Leave the module as the compiler wrote it: no normalisation.
    pub raw: bool,
    /// Note the accesses of each function as the compiler wrote them ([`crate::ir::Accesses`]).
    pub accesses: bool,
    /// Write the rewritten module instead of returning it.
    pub rewrite: Option<Rewrite>,
}

/// A module to be written again: some of its accesses get `!nosanitize`, functions without an access to watch lose `sanitize_thread`,
/// and nothing else changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewrite {
    /// The path of the output, as the bytes of the operating system. The file is made or replaced.
    pub output: Vec<u8>,
    /// What to mark, by function.
    pub functions: Vec<Marked>,
    /// [`crate::ir::Module::fingerprint`] of the module that is meant; another one is not written.
    pub only: Option<u64>,
}

/// The accesses of a function that are to be marked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marked {
    /// Linker name.
    pub function: String,
    /// [`crate::ir::Accesses::fingerprint`] of the body that is meant; a function with another one is left as it is.
    pub fingerprint: u64,
    /// Positions in [`crate::ir::Accesses::list`].
    pub accesses: Vec<u32>,
    /// These are all accesses that a sanitizer would watch: the function loses the attribute.
    pub whole: bool,
}

/// How a module was rewritten.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewritten {
    /// Instructions that were marked.
    pub marked: u64,
    /// Functions with a body in the module.
    pub functions: u64,
    /// Requested functions whose body in this module differs from the requested one.
    pub changed: Vec<String>,
    /// The module is not the requested one, and was not written.
    pub refused: bool,
}

/// The content of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// A module.
    Module,
    /// A [`Rewritten`]: the module was written to a file.
    Rewritten,
    /// A [`Failure`]; the reader continues with the next request.
    Failed,
    /// A [`Failure`] of LLVM that ended the reader.
    Ended,
}

impl Status {
    fn byte(self) -> u8 {
        match self {
            Status::Module => 0,
            Status::Failed => 1,
            Status::Ended => 2,
            Status::Rewritten => 3,
        }
    }

    fn from_byte(byte: u8) -> Option<Status> {
        match byte {
            0 => Some(Status::Module),
            1 => Some(Status::Failed),
            2 => Some(Status::Ended),
            3 => Some(Status::Rewritten),
            _ => None,
        }
    }
}

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Failure {
    /// The operating system refused.
    Io(String),
    /// LLVM's message about unreadable bitcode.
    Bitcode(String),
    /// LLVM's message about unreadable textual IR.
    Text(String),
    /// Readable, but breaks LLVM's rules; the verifier's message.
    Invalid(String),
    /// LLVM gave up with this message.
    Fatal(String),
}

/// One reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// What `payload` is.
    pub status: Status,
    /// Postcard bytes.
    pub payload: Vec<u8>,
}

/// Writes a request.
///
/// # Errors
/// When it cannot be written.
pub fn write_request(mut to: impl Write, request: &Request) -> io::Result<()> {
    let bytes = postcard::to_stdvec(request).map_err(io::Error::other)?;
    let len = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    to.write_all(&len.to_le_bytes())?;
    to.write_all(&bytes)?;
    to.flush()
}

/// Reads a request; `None` at the end of the input.
///
/// # Errors
/// When it cannot be read, or is cut off or damaged.
pub fn read_request(mut from: impl Read) -> io::Result<Option<Request>> {
    let mut len = [0; 4];
    if from.read(&mut len[..1])? == 0 {
        return Ok(None);
    }
    from.read_exact(&mut len[1..])?;
    let bytes = read_exactly(from, u64::from(u32::from_le_bytes(len)))?;
    postcard::from_bytes(&bytes).map(Some).map_err(io::Error::other)
}

/// Writes a reply.
///
/// # Errors
/// When it cannot be written.
pub fn write_frame(mut to: impl Write, status: Status, payload: &[u8]) -> io::Result<()> {
    to.write_all(&[status.byte()])?;
    to.write_all(&(payload.len() as u64).to_le_bytes())?;
    to.write_all(payload)?;
    to.flush()
}

/// Reads a reply.
///
/// # Errors
///
/// Of kind `UnexpectedEof` when the reader has ended; of another kind when the reply cannot be read, or is no reply.
pub fn read_frame(mut from: impl Read) -> io::Result<Frame> {
    let mut head = [0; 9];
    from.read_exact(&mut head)?;
    let status =
        Status::from_byte(head[0]).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "unknown status"))?;
    let mut len = [0; 8];
    len.copy_from_slice(&head[1..]);
    Ok(Frame { status, payload: read_exactly(from, u64::from_le_bytes(len))? })
}

/// Allocates only as many bytes as have arrived, so that a wrong length cannot exhaust the memory by itself.
fn read_exactly(from: impl Read, len: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(len).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == len { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_and_frames_survive_the_pipe() {
        let request =
            Request { path: b"a\xff.bc".to_vec(), range: Some((64, 128)), raw: true, accesses: true, rewrite: None };
        let mut pipe = Vec::new();
        write_request(&mut pipe, &request).unwrap();
        let mut input = pipe.as_slice();
        assert_eq!(read_request(&mut input).unwrap(), Some(request));
        assert_eq!(read_request(&mut input).unwrap(), None);

        let mut pipe = Vec::new();
        write_frame(&mut pipe, Status::Ended, b"abc").unwrap();
        assert_eq!(read_frame(pipe.as_slice()).unwrap(), Frame { status: Status::Ended, payload: b"abc".to_vec() });
    }

    #[test]
    fn cut_frames_are_errors() {
        let mut pipe = Vec::new();
        write_frame(&mut pipe, Status::Module, b"abcdef").unwrap();
        for cut in 0..pipe.len() {
            assert!(read_frame(&pipe[..cut]).is_err(), "cut at {cut}");
        }
        let absurd = [0u8, 255, 255, 255, 255, 255, 255, 255, 127, 1];
        assert!(read_frame(absurd.as_slice()).is_err());
    }
}
