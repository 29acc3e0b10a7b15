// A get fills a std::string that was made large enough, and the program prints it behind the flush.
//
// MPI 4.1, 12.7.1: the result of a get must not be read before it completes.
//@ expect: none
//@ twin: string_read_pending.cpp
#include <mpi.h>
#include <iostream>
#include <string>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *base;
    MPI_Win window;
    MPI_Win_allocate(32, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    std::string text;
    text.resize(32);
    MPI_Win_lock_all(0, window);
    MPI_Get(&text[0], 32, MPI_CHAR, (rank + 1) % size, 0, 32, MPI_CHAR, window);
    MPI_Win_flush_all(window);
    std::cout << text.back() << std::endl;
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
