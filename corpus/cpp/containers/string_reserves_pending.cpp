// A string makes room for more characters than its memory has, while a put still reads its characters.
//
// The characters move, and the old memory is freed (C++17, 24.3.2.4), before the put is complete (MPI 4.1, 12.5.4).
//@ expect: error RMA402 A B
//@ twin: string_reserves_in_room.cpp
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
        text.reserve(400); //@ B
        MPI_Win_flush(right, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
