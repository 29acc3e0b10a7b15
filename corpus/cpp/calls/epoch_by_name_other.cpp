// The kind of epoch is chosen by a name, an argument of the program: the string is compared where the epoch begins, and again where
// it ends.
//
// MPI 4.1, 12.5.3: MPI_Win_unlock_all ends an epoch that MPI_Win_lock_all has begun, MPI_Win_unlock one that MPI_Win_lock has. Started without
// an argument, the program locks and ends by unlock_all; started with "single", it is the other way round.
//@ expect: error RMA503 UNLOCK_ALL UNLOCK_ALL
//@ expect: error RMA503 UNLOCK UNLOCK
//@ expect: error RMA403 LOCK FREE
//@ expect: error RMA403 LOCK_ALL FREE
//@ twin: epoch_by_name_same.cpp
#include <mpi.h>
#include <string>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::string mode = "lock";
    if (argc > 1) mode = argv[1];
    int *base, value = rank;
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    if (mode == "lock")
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win); //@ LOCK
    else
        MPI_Win_lock_all(0, win); //@ LOCK_ALL
    MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    if (mode == "single")
        MPI_Win_unlock(0, win); //@ UNLOCK
    else
        MPI_Win_unlock_all(win); //@ UNLOCK_ALL
    MPI_Win_free(&win); //@ FREE
    MPI_Finalize();
    return 0;
}
