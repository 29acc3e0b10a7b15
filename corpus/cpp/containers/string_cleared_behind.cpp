// A string is made empty behind the flush of the put that reads its characters.
//
// The flush completes the put (MPI 4.1, 12.5.4).
//@ expect: none
//@ twin: string_cleared_pending.cpp
#include <mpi.h>
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
        std::string text(60, 'x');
        MPI_Put(text.data(), 60, MPI_CHAR, right, 0, 60, MPI_CHAR, win); //@ A
        MPI_Win_flush(right, win);
        text.clear(); //@ B
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
