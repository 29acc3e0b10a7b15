/*
 * Threads draw tickets from a counter of rank 0 in a helper until the tickets are used up, in a program that asks for MPI_THREAD_SERIALIZED.
 *
 * The calls stand in a critical construct: one thread at a time is inside (OpenMP 5.2, 15.2; MPI 4.1, 11.6).
 */
//@ expect: none
//@ twin: tickets_critical_race.c
#include <mpi.h>
#include <stdio.h>

#define N 1
#define TICKETS 100

static MPI_Win win;

static int draw(void)
{
    int one = 1, ticket;
    #pragma omp critical
    {
        MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    return ticket;
}

int main(int argc, char **argv)
{
    int provided, rank, *mem, sum = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel reduction(+ : sum)
    for (;;) {
        int ticket = draw();
        if (ticket >= TICKETS)
            break;
        sum += ticket;
    }
    printf("%d: %d\n", rank, sum);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
