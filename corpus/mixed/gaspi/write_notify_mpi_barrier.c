/*
 * Rank 0 writes into rank 1 and waits for its queue; both pass a barrier of MPI; rank 1 reads.
 *
 * Rank 1 finds the notification of the write before it reads (GASPI 17.1, 8.3.4).
 */
//@ expect: none
//@ twin: write_mpi_barrier.c
#include <GASPI.h>
#include <mpi.h>
#include <stdio.h>


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
    gaspi_pointer_t ptr;
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    if (rank == 0) {
        cell[0] = 1;
        gaspi_write_notify(0, 0, 1, 0, 512, sizeof(int), 3, 1, 0, GASPI_BLOCK); //@ A
        gaspi_wait(0, GASPI_BLOCK);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        printf("%d\n", cell[128]); //@ B
    }
    MPI_Barrier(MPI_COMM_WORLD);
    gaspi_proc_term(GASPI_BLOCK);
    MPI_Finalize();
    return 0;
}
