// A stream is made of a string into which a get still writes.
//
// The stream copies the characters (C++17, 30.8.3.1), which the get may write later (MPI 4.1, 12.3.2).
//@ expect: error RMA102 A B
//@ twin: numbers_of_complete_string.cpp
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
        std::istringstream numbers(text); //@ B
        MPI_Win_flush(right, win);
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
