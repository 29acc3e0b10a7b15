// A handler in a class cleans up and throws on; the caller reuses the buffer. The handler flushes
// before it throws on.
//
// C++20, 14.2: `throw;` throws the exception again that is being handled. MPI 4.1, 12.7.1: the origin buffer of an accumulate must not be
// updated before the operation completes at the origin.
//@ expect: none
//@ twin: rethrow_without_flush.cpp
#include <mpi.h>
#include <array>
#include <cstdio>

struct Timeout {
    int step;
};

class Sum {
public:
    Sum(MPI_Comm comm) {
        MPI_Win_allocate(sizeof(parts_), sizeof(long), MPI_INFO_NULL, comm, &base_, &window_);
        MPI_Win_lock_all(0, window_);
    }
    ~Sum() {
        MPI_Win_unlock_all(window_);
        MPI_Win_free(&window_);
    }
    void add(int step) {
        try {
            MPI_Accumulate(parts_.data(), 4, MPI_LONG, 0, 0, 4, MPI_LONG, MPI_SUM, window_);
            check(step);
            MPI_Win_flush_local(0, window_);
        } catch (const Timeout &) {
            MPI_Win_flush_local(0, window_);
            failed_ = true;
            throw;
        }
    }
    void reset() { parts_.fill(0); }
    bool failed() const { return failed_; }

private:
    void check(int step) const {
        if (step >= 8)
            throw Timeout{step};
    }

    std::array<long, 4> parts_{1, 1, 1, 1};
    long *base_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;
    bool failed_ = false;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    {
        Sum sum(MPI_COMM_WORLD);
        for (int step = 0; step < 10; ++step) {
            try {
                sum.add(step);
            } catch (const Timeout &timeout) {
                std::printf("step %d\n", timeout.step);
            }
            sum.reset();
        }
        std::printf("%d\n", sum.failed());
    }
    MPI_Finalize();
    return 0;
}
