//! A reader process as seen by its parent.

use crate::wire::{self, Frame, Request};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How much of the reader's standard error is kept for messages.
const STDERR_KEPT: usize = 4096;

/// Why no reply came.
#[derive(Debug)]
pub(super) enum Silence {
    /// The time limit passed.
    TimedOut,
    /// The process ended.
    Died,
    /// The executable is no reader, or a reader of another build.
    Unusable(String),
}

/// What a reader process has written.
#[derive(Debug)]
pub(super) struct Remains {
    /// Exit status or signal, in words.
    pub status: String,
    /// The last it wrote on standard error.
    pub stderr: String,
}

/// A running reader. Killed and waited for when dropped.
pub(super) struct Reader {
    child: Child,
    input: Option<ChildStdin>,
    replies: Receiver<io::Result<Frame>>,
    greeted: Receiver<io::Result<u64>>,
    known: bool,
    stderr: Option<JoinHandle<Vec<u8>>>,
}

impl Reader {
    /// Starts the executable with a limit of address space in bytes.
    pub(super) fn start(executable: &Path, memory_limit: u64) -> io::Result<Reader> {
        let mut child = Command::new(executable)
            .arg("--memory-limit")
            .arg(memory_limit.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("no pipe to the reader");
        let input = child.stdin.take().ok_or_else(missing)?;
        let mut output = child.stdout.take().ok_or_else(missing)?;
        let mut errors = child.stderr.take().ok_or_else(missing)?;
        let (greet, greeted) = mpsc::channel();
        let (send, replies) = mpsc::channel();
        std::thread::spawn(move || {
            let mut word = [0; 8];
            let greeting = output.read_exact(&mut word).map(|()| u64::from_le_bytes(word));
            let ok = greeting.is_ok();
            if greet.send(greeting).is_err() || !ok {
                return;
            }
            loop {
                let frame = wire::read_frame(&mut output);
                let last = frame.is_err();
                if send.send(frame).is_err() || last {
                    return;
                }
            }
        });
        let stderr = std::thread::spawn(move || {
            let mut kept = Vec::new();
            let mut chunk = [0; 1024];
            while let Ok(count @ 1..) = errors.read(&mut chunk) {
                kept.extend(chunk.iter().take(count));
                if kept.len() > 2 * STDERR_KEPT {
                    kept.drain(..kept.len() - STDERR_KEPT);
                }
            }
            kept
        });
        Ok(Reader { child, input: Some(input), replies, greeted, known: false, stderr: Some(stderr) })
    }

    /// Asks for one file and waits for the reply.
    pub(super) fn ask(&mut self, request: &Request, limit: Duration) -> Result<Frame, Silence> {
        let input = self.input.as_mut().ok_or(Silence::Died)?;
        // A closed pipe shows as the end of the replies below.
        let _ = wire::write_request(input, request);
        if !self.known {
            match self.greeted.recv_timeout(limit) {
                Ok(Ok(wire::FINGERPRINT)) => self.known = true,
                Ok(Ok(_)) => return Err(Silence::Unusable("it is of another build".to_owned())),
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Silence::Unusable("it ends without a greeting".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => return Err(Silence::TimedOut),
            }
        }
        match self.replies.recv_timeout(limit) {
            Ok(Ok(frame)) => Ok(frame),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(Silence::Died),
            Err(RecvTimeoutError::Timeout) => Err(Silence::TimedOut),
        }
    }

    /// Ends the process and returns how it ended.
    pub(super) fn bury(mut self) -> Remains {
        self.input = None;
        // Dead already, or hanging, or writing nonsense.
        let ended = self.child.try_wait().ok().flatten();
        if ended.is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let status = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let stderr = self.stderr.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        Remains { status, stderr: String::from_utf8_lossy(&stderr).trim().to_owned() }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
