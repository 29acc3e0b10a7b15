#include "error.hpp"

namespace strips {

namespace {

std::string text(int code, const char *call) {
    char buffer[MPI_MAX_ERROR_STRING];
    int length = 0;
    if (MPI_Error_string(code, buffer, &length) != MPI_SUCCESS)
        length = 0;
    std::string out(call);
    out += ": ";
    out.append(buffer, static_cast<std::size_t>(length));
    return out;
}

} // namespace

MpiError::MpiError(int code, const char *call) : std::runtime_error(text(code, call)), code_(code) {}

} // namespace strips
