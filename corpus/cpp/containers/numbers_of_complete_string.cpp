// A stream is made of a string into which a get has written before the flush.
//
// The flush completes the get (MPI 4.1, 12.5.4); then the stream copies the characters (C++17, 30.8.3.1).
//@ expect: none
//@ twin: numbers_of_pending_string.cpp
#include <mpi.h>
#include <sstream>
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
        std::string text(60, ' ');
        MPI_Get(&text[0], 60, MPI_CHAR, right, 0, 60, MPI_CHAR, win); //@ A
        MPI_Win_flush(right, win);
        std::istringstream numbers(text); //@ B
        int first = 0;
        numbers >> first;
        if (first < 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
