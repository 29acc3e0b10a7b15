/*
 * Rank 0 reads a cell of rank 1, which changes it behind a barrier of MPI.
 *
 * gaspi_wait completes the read before the barrier (GASPI 17.1, 8.2.3).
 */
//@ expect: none
//@ twin: read_mpi_barrier.c
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
        gaspi_read(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        gaspi_wait(0, GASPI_BLOCK);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        cell[128] = 2; //@ B
    gaspi_wait(0, GASPI_BLOCK);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", cell[0]);
    gaspi_proc_term(GASPI_BLOCK);
    MPI_Finalize();
    return 0;
}
