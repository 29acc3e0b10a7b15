/*
 * A helper thread adds up the values of all processes; the thread that has made it prints the sum.
 *
 * It does not wait for the helper, whose call may still be writing the sum (MPI 4.1, 6.1 and 11.6).
 */
//@ expect: error RMA105 A B
//@ twin: sum_of_helper_thread_ok.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static int value, sum;

static void *add_up(void *unused)
{
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //@ A
    return unused;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t helper;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &value);

    pthread_create(&helper, NULL, add_up, NULL);
    printf("%d\n", sum); //@ B
    pthread_join(helper, NULL);

    MPI_Finalize();
    return 0;
}
