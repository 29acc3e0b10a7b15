// A string of a few characters gives back the room of many, while a put still reads its old memory.
//
// In libstdc++ the few characters move into the string itself, and the memory is freed before the put is complete (MPI 4.1, 12.5.4).
//@ expect: error RMA402 A C
//@ twin: string_shrunk_behind.cpp
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
        text.resize(10);
        MPI_Put(text.data(), 10, MPI_CHAR, right, 0, 10, MPI_CHAR, win); //@ A
        text.shrink_to_fit(); //@ C
        MPI_Win_flush(right, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
