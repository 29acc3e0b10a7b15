/*
 * A helper thread adds up the values of all processes; the thread that has made it prints the sum.
 *
 * The call has returned in the helper before that is joined (MPI 4.1, 6.1 and 11.6).
 */
//@ expect: none
//@ twin: sum_of_helper_thread_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static int value, sum;

static void *add_up(void *unused)
{
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
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
    pthread_join(helper, NULL);
    printf("%d\n", sum);

    MPI_Finalize();
    return 0;
}
