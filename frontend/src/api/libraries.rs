//! Functions without a row: of a communication library, of the system or another well-known library, or of the program.
//!
//! A function without a body in the input may contain a large part of the program. Libraries are recognised by names: there is a
//! list of the names of the C library (`tables/libc/names.txt`, the exports of glibc 2.36); for other libraries there are prefixes.

use std::collections::HashSet;
use std::sync::OnceLock;

/// How the names of routines of communication libraries begin (MPI 4.1, 2.6.2; OpenSHMEM 1.6, 3; GASPI 17.1, 2.3), also those of
/// vendors' extensions and of the profiling interfaces.
const COMMUNICATION: [&str; 10] =
    ["MPI_", "PMPI_", "MPIX_", "PMPIX_", "shmem_", "shmemx_", "pshmem_", "pshmemx_", "gaspi_", "pgaspi_"];

/// The beginnings of the names of Fortran's bindings, before an underscore.
const COMMUNICATION_FORTRAN: [&str; 5] = ["mpi_", "pmpi_", "mpix_", "shmem_", "shmemx_"];

/// Prefixes of the names of libraries that do not communicate between processes.
const LIBRARIES: [&str; 78] = [
    "H5",
    "nc_",
    "nf_",
    "nf90_",
    "cblas_",
    "LAPACKE_",
    "fftw_",
    "fftwf_",
    "fftwl_",
    "gsl_",
    "mkl_",
    "MKL_",
    "vslNew",
    "vsRng",
    "vdRng",
    "Dfti",
    "cuda",
    "cublas",
    "cufft",
    "cusolver",
    "cusparse",
    "nvtx",
    "hipMalloc",
    "hipMemcpy",
    "hipFree",
    "hipLaunch",
    "hipStream",
    "hipDevice",
    "hipEvent",
    "hipSet",
    "hipGet",
    "hipHost",
    "rocblas",
    "omp_",
    "kmp_",
    "GOMP_",
    "acc_",
    "PAPI_",
    "hwloc_",
    "numa_",
    "pthread_",
    "METIS_",
    "SCOTCH_",
    "inflate",
    "deflate",
    "crc32",
    "adler32",
    "zlib",
    "gzopen",
    "gzread",
    "gzwrite",
    "gzclose",
    "ZSTD_",
    "LZ4_",
    "BZ2_",
    "lzma_",
    "png_",
    "jpeg_",
    "TIFF",
    "sqlite3_",
    "curl_",
    "SSL_",
    "EVP_",
    "SHA1_",
    "SHA256_",
    "MD5_",
    "xmlNew",
    "xmlRead",
    "xmlFree",
    "xmlDoc",
    "XML_",
    "cJSON_",
    "mallctl",
    "VT_",
    "SCOREP_",
    "likwid_",
    "LIKWID_",
    "uuid_",
];

/// A routine of a communication library, known or not.
pub fn is_of_communication(linker_name: &str) -> bool {
    let name = plain(linker_name);
    let fortran = |n: &str| COMMUNICATION_FORTRAN.iter().any(|p| n.starts_with(p)) && n.ends_with('_');
    COMMUNICATION.iter().any(|p| name.starts_with(p)) || fortran(name)
}

/// A function of the system, of a compiler's runtime, or of another library that does not communicate between processes.
pub fn is_well_known(linker_name: &str) -> bool {
    let name = plain(linker_name);
    let reserved =
        name.starts_with('_') && !name.starts_with("_Z") && !name.starts_with("_Q") && !name.contains("_MOD_");
    let of_llvm = name.starts_with("llvm.") || name.starts_with("clang.");
    reserved
        || of_llvm
        || LIBRARIES.iter().any(|p| name.starts_with(p))
        || is_of_linear_algebra(name)
        || is_allocator(name)
        || system().contains(name)
}

fn plain(linker_name: &str) -> &str {
    // A leading \x01 tells LLVM not to mangle; it is no part of the symbol.
    linker_name.strip_prefix('\u{1}').unwrap_or(linker_name)
}

fn system() -> &'static HashSet<&'static str> {
    static NAMES: OnceLock<HashSet<&'static str>> = OnceLock::new();
    NAMES.get_or_init(|| include_str!("tables/libc/names.txt").lines().collect())
}

/// `operator new` and `operator delete` in all their forms (Itanium C++ ABI, 5.1.3), and what compilers throw.
fn is_allocator(name: &str) -> bool {
    ["_Znw", "_Zna", "_Zdl", "_Zda", "_ZSt", "_ZNS", "_ZNKS", "_ZTI", "_ZTV", "_ZTh", "_ZTW"]
        .iter()
        .any(|p| name.starts_with(p))
        || name.starts_with("_ZN9__gnu_cxx")
        || name.starts_with("_ZN10__cxxabiv1")
}

/// Routines of BLAS and LAPACK: a letter for the type, two for the matrix, then the operation, as Fortran's linker names.
fn is_of_linear_algebra(name: &str) -> bool {
    const LEVEL_ONE: [&str; 17] = [
        "axpy", "copy", "dot", "dotc", "dotu", "scal", "swap", "nrm2", "asum", "rot", "rotg", "rotm", "rotmg", "amax",
        "sdot", "scnrm2", "lamch",
    ];
    const MATRICES: [&str; 27] = [
        "ge", "gb", "gt", "gg", "po", "pp", "pb", "pt", "sy", "sp", "he", "hp", "sb", "hb", "st", "tr", "tp", "tb",
        "or", "un", "op", "up", "hs", "tg", "la", "bd", "di",
    ];
    let Some(stem) = name.strip_suffix('_').filter(|s| s.is_ascii() && (4..=7).contains(&s.len())) else {
        return false;
    };
    if matches!(stem, "isamax" | "idamax" | "icamax" | "izamax" | "xerbla" | "ilaenv" | "dcabs1" | "scabs1") {
        return true;
    }
    let (letter, rest) = stem.split_at(1);
    "sdcz".contains(letter)
        && (LEVEL_ONE.contains(&rest) || (rest.len() >= 4 && MATRICES.iter().any(|m| rest.starts_with(m))))
}
