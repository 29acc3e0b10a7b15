// A string is cut within the characters that a put still reads.
//
// The zero that ends the text is stored over one of them (C++17, 24.3.2.4), which the put may read later (MPI 4.1, 12.3.1).
//@ expect: error RMA101 A B
//@ twin: string_cut_behind.cpp
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
        MPI_Put(text.data(), 30, MPI_CHAR, right, 0, 30, MPI_CHAR, win); //@ A
        text.resize(20); //@ B
        MPI_Win_flush(right, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
