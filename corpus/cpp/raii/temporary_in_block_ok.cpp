// As the twin, but the temporary is bound to a reference outside of the block, and lives as long as that (C++20, 6.7.7).
//@ expect: none
//@ twin: temporary_in_block_race.cpp

#include <array>
#include <mpi.h>

static void put(MPI_Win win, int target, const std::array<int, 4> &values)
{
    MPI_Put(values.data(), 4, MPI_INT, target, 0, 4, MPI_INT, win);
}

int main(int argc, char **argv)
{
    int rank, size, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    const std::array<int, 4> &values = std::array<int, 4>{rank, 1, 2, 3};
    if (size > 1) {
        put(win, (rank + 1) % size, values);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
