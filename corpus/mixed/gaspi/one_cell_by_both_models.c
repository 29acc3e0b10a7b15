/*
 * An array is a segment and a window; one process writes it by MPI_Put, the last one by gaspi_write.
 *
 * Both write the same element of rank 1 without order between them.
 */
//@ expect: error RMA203 A B
//@ twin: two_cells_by_both_models.c
#include <GASPI.h>
#include <mpi.h>
#include <stdio.h>

static int field[64];

int main(int argc, char **argv)
{
    int rank;
    gaspi_rank_t own, num;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    MPI_Init(&argc, &argv);
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&own);
    gaspi_proc_num(&num);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != own || num < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    gaspi_segment_use(0, field, sizeof field, GASPI_GROUP_ALL, GASPI_BLOCK, 0);
    MPI_Win win;
    MPI_Win_create(field, sizeof field, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int one = 1;
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&one, 1, MPI_INT, 1, 5, 1, MPI_INT, win); //@ A
    if (rank == num - 1)
        gaspi_write(0, 0, 1, 0, 5 * sizeof(int), sizeof(int), 0, GASPI_BLOCK); //@ B
    gaspi_wait(0, GASPI_BLOCK);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    gaspi_proc_term(GASPI_BLOCK);
    MPI_Finalize();
    return 0;
}
