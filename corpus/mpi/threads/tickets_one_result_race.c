/*
 * Threads draw tickets from a counter of rank 0 in a helper until the tickets are used up, in a program that asks for MPI_THREAD_SERIALIZED. All
 * fetch into one variable.
 *
 * Two threads may be inside the calls at one time (MPI 4.1, 11.6), and both of their fetches write the variable, which one reads while that of the
 * other is pending (12.3).
 */
//@ expect: error RMA601 FETCH FETCH
//@ expect: error RMA601 FETCH FLUSH
//@ expect: error RMA601 FLUSH FLUSH
//@ expect: error RMA104 FETCH FETCH
//@ expect: error RMA102 FETCH USE
//@ twin: tickets_one_result.c
#include <mpi.h>
#include <stdio.h>

#define N 1
#define TICKETS 100

static MPI_Win win;
static int one = 1, drawn;

static int draw(void)
{
    int ticket;
    {
        MPI_Fetch_and_op(&one, &drawn, MPI_INT, 0, 0, MPI_SUM, win); //@ FETCH
        MPI_Win_flush(0, win); //@ FLUSH
        ticket = drawn; //@ USE
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
