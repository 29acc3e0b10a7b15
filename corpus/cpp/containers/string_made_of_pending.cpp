// A name is fetched into a buffer of characters, and a std::string is made of it before the flush.
//
// MPI 4.1, 12.7.1: the result of a get must not be read before it completes; the constructor reads the characters up to the first that is
// zero (C++17, 24.3.2.2).
//@ expect: error RMA102 GET MAKE
//@ twin: string_made_of_fetched.cpp
#include <mpi.h>
#include <string>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *base, buffer[16] = "";
    MPI_Win win;
    MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 15; i++) base[i] = (char)('a' + (rank + i) % 26);
    base[15] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Get(buffer, 16, MPI_CHAR, (rank + 1) % size, 0, 16, MPI_CHAR, win); //@ GET
    const std::string name(buffer); //@ MAKE
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return name == "none";
}
