// As the twin, but the node that the put reads is erased while the put is pending (MPI 4.1, 12.5.4).
//@ expect: error RMA402 PUT ERASE
//@ twin: list_neighbour_erased_ok.cpp

#include <iterator>
#include <list>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);

    const int steps[] = {4, 7, 9, 12};
    std::list<int> todo(std::begin(steps), std::end(steps));
    auto first = todo.begin();

    MPI_Win_lock_all(0, win);
    MPI_Put(&*first, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ PUT
    todo.erase(first); //@ ERASE
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
