// A list made of a range: the node behind the one that a put reads is erased while the put is pending. Other nodes stay where they are
// (C++20, 22.3.10.4).
//@ expect: none
//@ twin: list_node_erased_race.cpp

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
    MPI_Put(&*first, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    todo.erase(std::next(first));
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
