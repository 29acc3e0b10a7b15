/*
 * Byte-wise access through a char pointer next to an int that is being fetched.
 *
 * Byte 8 is the first byte of words[2], behind the buffer of the get.
 */
//@ expect: none
//@ twin: byte_in_int.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int words[4] = {0, 0, 0, 0}, mine, rank, size;
    unsigned char *bytes = (unsigned char *)words;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = rank * 256;
    MPI_Win_create(&mine, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, win);
    MPI_Get(&words[1], 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
    bytes[8] = 0xff;
    MPI_Win_unlock(size - 1, win);

    printf("%d %d\n", words[1], words[2]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
