// One value goes to two cells of the window on rank 1 from the same variable.
// The second operation is a get into the variable, which the first, a put, still reads (MPI 4.1, 12.3).
//
//@ expect: error RMA104 A B
//@ twin: put_put_same_buffer_ok.c
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank, other;
    long v, cells[2] = {0, 0};
    MPI_Group wg, pg;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &wg);
    MPI_Win_create(cells, sizeof cells, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    v = rank + 1;
    other = rank == 0 ? 1 : 0;
    MPI_Group_incl(wg, 1, &other, &pg);
    if (rank == 0) {
        MPI_Win_start(pg, 0, win);
        MPI_Put(&v, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win); //@ A
        MPI_Get(&v, 1, MPI_LONG, 1, 1, 1, MPI_LONG, win); //@ B
        MPI_Win_complete(win);
        printf("%ld\n", v);
    } else if (rank == 1) {
        MPI_Win_post(pg, 0, win);
        MPI_Win_wait(win);
    }

    MPI_Group_free(&pg);
    MPI_Group_free(&wg);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
