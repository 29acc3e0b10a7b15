// Two names, one of which chooses the kind of epoch, are exchanged before the epoch begins and again before it ends.
//
// C++17, 24.3.2.6.8: swap exchanges the texts. Where the epoch ends, the name is that of the other kind (MPI 4.1, 12.5.3).
//@ expect: error RMA503 UNLOCK_ALL UNLOCK_ALL
//@ expect: error RMA403 LOCK FREE
//@ twin: names_swapped_once.cpp
#include <mpi.h>
#include <string>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::string mode = "all", other = "single";
    int *base, value = rank;
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    mode.swap(other);
    if (mode == "single")
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win); //@ LOCK
    else
        MPI_Win_lock_all(0, win);
    MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    mode.swap(other);
    if (mode == "single")
        MPI_Win_unlock(0, win);
    else
        MPI_Win_unlock_all(win); //@ UNLOCK_ALL
    MPI_Win_free(&win); //@ FREE
    MPI_Finalize();
    return 0;
}
