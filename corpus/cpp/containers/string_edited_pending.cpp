// A message in a std::string is put; its first character changes before the unlock.
//
// MPI 4.1, 12.7.1: the origin buffer must not be updated before the put completes at the origin, which MPI_Win_unlock does (12.5.3).
//@ expect: error RMA101 PUT EDIT
//@ twin: string_edited_behind.cpp
#include <mpi.h>
#include <string>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *base;
    MPI_Win window;
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::string message(40, 'a');
    const int next = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, window);
    MPI_Put(message.data(), static_cast<int>(message.size()), MPI_CHAR, next, 0, static_cast<int>(message.size()), MPI_CHAR, window); //@ PUT
    message[0] = 'b'; //@ EDIT
    MPI_Win_unlock(next, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
