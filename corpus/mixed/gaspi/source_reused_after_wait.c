/*
 * Rank 0 writes to rank 1, receives a message of MPI from it, and uses its source again.
 *
 * The queue is waited for before the source changes (GASPI 17.1, 8.2.3).
 */
//@ expect: none
//@ twin: source_reused_after_message.c
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

    int token = 0;
    if (rank == 0) {
        cell[0] = 1;
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        gaspi_wait(0, GASPI_BLOCK);
        cell[0] = 2; //@ B
    } else if (rank == 1) {
        MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    MPI_Finalize();
    return 0;
}
