// Rows are fetched in chunks, and what is left over with one more request: it begins behind the last chunk, whatever the numbers are.
//
//@ expect: none
//@ twin: rows_in_chunks_race.c
#include <mpi.h>
#include <stdlib.h>

#define N 32

int main(int argc, char **argv)
{
    int me, size, to, *memory;
    long sum = 0;
    MPI_Win win, wide;
    double *doubles;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    to = (me + 1) % size;
    MPI_Win_allocate(100 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_allocate(20000 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &doubles, &wide);
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, wide);
    int rows = argc > 2 ? atoi(argv[2]) : 13, chunk = argc > 3 ? atoi(argv[3]) : 4, row = 0, count = 0;
    if (rows < 1 || rows > 20000 || chunk < 1 || chunk > rows)
        MPI_Abort(MPI_COMM_WORLD, 1);
    double *fetched = malloc(rows * sizeof(double));
    MPI_Request *requests = malloc((rows + 1) * sizeof(MPI_Request));
    for (; row + chunk <= rows; row += chunk)
        MPI_Rget(fetched + row, chunk, MPI_DOUBLE, to, row, chunk, MPI_DOUBLE, wide, &requests[count++]);
    if (row < rows)
        MPI_Rget(fetched + row, rows - row, MPI_DOUBLE, to, row, rows - row, MPI_DOUBLE, wide, &requests[count++]);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(wide);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&wide);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum == 7;
}
