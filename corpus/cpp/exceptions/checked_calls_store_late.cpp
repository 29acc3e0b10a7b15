// Every MPI call goes through a wrapper that throws on failure; main catches and aborts. A store to the buffer stands behind the flush.
// The wrapper leaves no trace in the verdict.
//
// Calls succeed (the default error handler ends the program, MPI 4.1, 9.3). MPI 4.1, 12.7.1: the origin buffer must not be updated before
// the put completes at the origin.
//@ expect: none
//@ twin: checked_calls_store_early.cpp
#include <mpi.h>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

class MpiError : public std::runtime_error {
public:
    MpiError(int code, const char *call) : std::runtime_error(text(code, call)), code_(code) {}
    int code() const noexcept { return code_; }

private:
    static std::string text(int code, const char *call) {
        char buffer[MPI_MAX_ERROR_STRING];
        int length = 0;
        MPI_Error_string(code, buffer, &length);
        return std::string(call) + ": " + std::string(buffer, length);
    }
    int code_;
};

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        const int code_ = (call);                                                                                      \
        if (code_ != MPI_SUCCESS)                                                                                      \
            throw MpiError(code_, #call);                                                                              \
    } while (0)

static void run(int rank, int size) {
    std::vector<double> memory(16), out(16, rank);
    MPI_Win window;
    CHECK(MPI_Win_create(memory.data(), 16 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    CHECK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, 0, window));
    CHECK(MPI_Put(out.data(), 16, MPI_DOUBLE, (rank + 1) % size, 0, 16, MPI_DOUBLE, window));
    CHECK(MPI_Win_flush((rank + 1) % size, window));
    out[15] += 1.0;
    CHECK(MPI_Win_unlock((rank + 1) % size, window));
    CHECK(MPI_Win_free(&window));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    try {
        CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
        CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
        run(rank, size);
    } catch (const MpiError &error) {
        std::cerr << error.what() << " (" << error.code() << ")" << std::endl;
        MPI_Abort(MPI_COMM_WORLD, error.code());
    }
    MPI_Finalize();
    return 0;
}
