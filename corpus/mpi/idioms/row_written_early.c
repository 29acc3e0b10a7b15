/*
 * A row is got from the next process and written with a title before it, by one `writev`, before the fence.
 *
 * `writev` reads the buffers that its list names (POSIX.1-2017); the get may still write the second one (MPI 4.1, 12.3.2).
 */
//@ expect: error RMA102 A B
//@ twin: row_written_late.c
#include <mpi.h>
#include <sys/uio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size;
    char *mem, title[4] = "row", row[16];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 16; i++)
        mem[i] = '0' + rank % 10;
    MPI_Win_fence(0, win);
    MPI_Get(row, 16, MPI_CHAR, (rank + 1) % size, 0, 16, MPI_CHAR, win); //@ A
    struct iovec parts[2];
    parts[0].iov_base = title;
    parts[0].iov_len = 3;
    parts[1].iov_base = row;
    parts[1].iov_len = 16;
    if (writev(STDOUT_FILENO, parts, 2) < 0) //@ B
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
