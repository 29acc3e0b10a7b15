// A part is copied out of a string; a get still writes behind this part.
//
// The two touch different bytes (C++17, 24.3.2.7.8).
//@ expect: none
//@ twin: part_of_pending_string.cpp
#include <mpi.h>
#include <cstdio>
#include <string>

int main(int argc, char **argv)
{
    int rank, size;
    char *mem;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(256, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    const int right = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    {
        std::string text(90, ' ');
        MPI_Get(&text[30], 60, MPI_CHAR, right, 0, 60, MPI_CHAR, win); //@ A
        std::string part = text.substr(5, 20); //@ B
        MPI_Win_flush(right, win);
        std::puts(part.c_str());
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
