// A model whose tables are cleared together with its history; numbers are counted into bins whose index is computed from data before values
// are fetched, each pushed for its get.
//
// C++20, [vector.modifiers]: the vector is empty and has no capacity, so pushes reallocate: values are copied out of memory that a pending get
// writes (MPI 4.1, 12.3.4), and it is freed (12.7.1). The bins are floating-point numbers: where they are stored, no pointer of the object is
// (strict aliasing, [basic.lval]).
//@ expect: error RMA102 GET PUSH
//@ expect: error RMA402 GET PUSH
//@ twin: values_pushed_after_search_ok.cpp
#include <array>
#include <cmath>
#include <cstdio>
#include <mpi.h>
#include <vector>

class Model {
public:
    [[gnu::noinline]] Model(MPI_Win window, const double *base) : window_(window), base_(base) {}
    [[gnu::noinline]] void count()
    {
        for (int i = 0; i < 64; ++i) {
            const int bin = static_cast<int>(std::fabs(std::sin(base_[i])) * 15);
            bins_.data()[bin] += 1.0;
        }
    }
    [[gnu::noinline]] void fetch(int from, int count)
    {
        MPI_Win_lock(MPI_LOCK_SHARED, from, 0, window_);
        for (int i = 0; i < count; ++i) {
            values_.push_back(0.0); //@ PUSH
            MPI_Get(&values_.back(), 1, MPI_DOUBLE, from, i, 1, MPI_DOUBLE, window_); //@ GET
        }
        MPI_Win_unlock(from, window_);
    }
    double first() const { return values_.front() + bins_[0]; }

private:
    MPI_Win window_;
    const double *base_;
    std::vector<double> history_, values_;
    std::array<double, 16> bins_{};
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    for (int i = 0; i < 64; ++i)
        base[i] = rank + 0.125 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    {
        Model model(window, base);
        model.count();
        model.fetch((rank + 1) % size, 16);
        std::printf("%g\n", model.first());
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
