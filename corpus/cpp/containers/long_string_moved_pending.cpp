// A string of many characters is moved to another one while a put still reads it.
//
// The memory goes over to the other string, and the characters stay as they are.
//@ expect: none
//@ twin: short_string_moved_pending.cpp
#include <mpi.h>
#include <utility>
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
        std::string text(120, 'x');
        MPI_Put(text.data(), 12, MPI_CHAR, right, 0, 12, MPI_CHAR, win); //@ A
        std::string other = std::move(text); //@ B
        MPI_Win_flush(right, win);
        if (other.empty())
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
