// As the twin, but the string is copied and printed while the get is pending: both read characters that the get writes (MPI 4.1, 12.3.2).
//
//@ expect: error RMA102 GET COPY
//@ expect: error RMA102 GET PRINT
//@ twin: string_printed_ok.cpp
#include <iostream>
#include <mpi.h>
#include <string>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *names;
    MPI_Win win;
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &names, &win);
    for (int i = 0; i < 64; i++)
        names[i] = static_cast<char>('a' + rank % 26);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    std::string name(64, ' '), copy;
    MPI_Get(&name[0], 64, MPI_CHAR, (rank + 1) % size, 0, 64, MPI_CHAR, win); //@ GET
    copy = name; //@ COPY
    std::cout << name << '\n'; //@ PRINT
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return copy.size() > 100;
}
