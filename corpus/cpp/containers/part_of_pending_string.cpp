// A part is copied out of a string into which a get still writes.
//
// The copy reads characters that the get may write later (MPI 4.1, 12.3.2).
//@ expect: error RMA102 A B
//@ twin: part_beside_pending_string.cpp
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
        std::string part = text.substr(20, 20); //@ B
        MPI_Win_flush(right, win);
        std::puts(part.c_str());
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
