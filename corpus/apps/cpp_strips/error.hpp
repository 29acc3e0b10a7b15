// Errors of MPI calls as exceptions.
#pragma once

#include <mpi.h>
#include <stdexcept>
#include <string>

namespace strips {

/// A call of MPI that has failed.
class MpiError : public std::runtime_error {
public:
    MpiError(int code, const char *call);

    /// The error code that the call returned.
    int code() const noexcept { return code_; }

private:
    int code_;
};

/// Wrong arguments on the command line.
class UsageError : public std::invalid_argument {
public:
    explicit UsageError(const std::string &what) : std::invalid_argument(what) {}
};

/// Throws when a call has failed.
inline void check(int code, const char *call) {
    if (code != MPI_SUCCESS)
        throw MpiError(code, call);
}

} // namespace strips

/// Checks a call by its text.
#define STRIPS_CHECK(call) ::strips::check((call), #call)
