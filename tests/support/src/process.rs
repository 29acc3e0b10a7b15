//! Runs a child process with a time limit and measures it.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a child process did.
#[derive(Debug)]
pub struct Finished {
    /// Exit status; `None` when a signal or the time limit ended it.
    pub code: Option<i32>,
    /// Whether the time limit ended it.
    pub timed_out: bool,
    /// All that it wrote to standard output.
    pub stdout: String,
    /// All that it wrote to standard error.
    pub stderr: String,
    /// Wall time.
    pub wall: Duration,
    /// User and system time of the child and of the children that it waited for.
    pub cpu: Duration,
    /// Largest resident set in bytes of the child or of one of the children that it waited for.
    pub peak_bytes: u64,
}

/// Runs a command to its end, or kills it after `limit`.
///
/// # Errors
/// When the command cannot be started or waited for.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Finished> {
    // Files, not pipes: a grandchild that outlives a killed child must not keep the reader waiting.
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?).spawn()?;
    let pid = libc::pid_t::try_from(child.id()).map_err(io::Error::other)?;
    let mut timed_out = false;
    let (status, usage) = loop {
        if let Some(ended) = wait4(pid, libc::WNOHANG)? {
            break ended;
        }
        if !timed_out && start.elapsed() > limit {
            timed_out = true;
            child.kill()?;
        }
        // Short waits for short programs, so that the poll does not distort what is measured.
        std::thread::sleep((start.elapsed() / 100).clamp(Duration::from_micros(200), Duration::from_millis(10)));
    };
    let wall = start.elapsed();
    let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
    let cpu = duration(usage.ru_utime) + duration(usage.ru_stime);
    // Linux counts ru_maxrss in KiB.
    let peak_bytes = u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024;
    Ok(Finished { code, timed_out, stdout: text(&mut stdout)?, stderr: text(&mut stderr)?, wall, cpu, peak_bytes })
}

/// `std` waits without resource usage, hence the direct system call.
fn wait4(pid: libc::pid_t, flags: libc::c_int) -> io::Result<Option<(libc::c_int, libc::rusage)>> {
    let mut status = 0;
    // SAFETY: all-zero is a valid rusage (plain integers), and both pointers are valid for writes during the call.
    let (ended, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(pid, &raw mut status, flags, &raw mut usage), usage)
    };
    match ended {
        0 => Ok(None),
        ended if ended == pid => Ok(Some((status, usage))),
        _ => Err(io::Error::last_os_error()),
    }
}

fn duration(time: libc::timeval) -> Duration {
    let micros = i128::from(time.tv_sec) * 1_000_000 + i128::from(time.tv_usec);
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}

fn text(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_status_and_usage() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let finished = run(&mut command, Duration::from_secs(20)).unwrap();
        assert_eq!((finished.code, finished.timed_out), (Some(3), false));
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("out\n", "err\n"));
        assert!(finished.peak_bytes > 100_000);
    }

    #[test]
    fn the_limit_ends_it() {
        let finished = run(Command::new("sleep").arg("30"), Duration::from_millis(100)).unwrap();
        assert!(finished.timed_out && finished.code.is_none());
        assert!(finished.wall < Duration::from_secs(10));
    }
}
