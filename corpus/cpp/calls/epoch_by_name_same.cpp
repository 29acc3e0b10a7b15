// The kind of epoch is chosen by a name, an argument of the program: the string is compared where the epoch begins, and again where
// it ends.
//
// C++17, 24.3.4.2: operator== compares the characters, which nothing changes in between; so each epoch is ended as it began (MPI 4.1, 12.5.3).
//@ expect: none
//@ twin: epoch_by_name_other.cpp
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
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    else
        MPI_Win_lock_all(0, win);
    MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    if (mode == "lock")
        MPI_Win_unlock(0, win);
    else
        MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
