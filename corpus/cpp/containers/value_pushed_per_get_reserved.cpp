// A value is pushed for each get, and the get writes it: the vector has room for all of them from the start.
//
// C++20, [vector.capacity]: after reserve(n) no reallocation takes place until an insertion makes the size greater than n. As many values are
// pushed as there are processes, so each get writes memory that stays where it is until the fence completes it (MPI 4.1, 12.5.1).
//@ expect: none
//@ twin: value_pushed_per_get_race.cpp
#include <cstdio>
#include <mpi.h>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    for (int i = 0; i < 8; ++i)
        base[i] = rank + i;
    MPI_Win_fence(0, window);
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(size));
    for (int process = 0; process < size; ++process) {
        values.push_back(0.0);
        MPI_Get(&values.back(), 1, MPI_DOUBLE, process, 0, 1, MPI_DOUBLE, window);
    }
    MPI_Win_fence(0, window);
    std::printf("%g\n", values.front());
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
