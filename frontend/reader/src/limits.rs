//! Limits that the reader sets on itself.

use std::io;

/// Limits the address space (`RLIMIT_AS`), in bytes; a lower limit that already holds stays.
pub fn set_address_space(bytes: u64) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both calls get a valid pointer to a limit structure.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) != 0 {
            return Err(io::Error::last_os_error());
        }
        limit.rlim_cur = bytes.min(limit.rlim_max);
        if libc::setrlimit(libc::RLIMIT_AS, &raw const limit) != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// A crash on damaged input is expected and reported by the parent; it leaves no core file.
pub fn no_core_files() {
    let limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is valid; failure only means that a core file may appear.
    unsafe { libc::setrlimit(libc::RLIMIT_CORE, &raw const limit) };
}
