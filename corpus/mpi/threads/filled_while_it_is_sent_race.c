/*
 * One thread exchanges messages with the neighbours, another one fills the send buffer with what comes next.
 *
 * It may begin before the call has returned (MPI 4.1, 3.4 and 3.10: the buffer must not be changed until then).
 */
//@ expect: error RMA105 A B
//@ twin: filled_while_it_is_sent_ok.c
#include <mpi.h>
#include <omp.h>

#define N 16

int main(int argc, char **argv)
{
    int provided, rank, size, out[N] = {0}, in[N];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;

    #pragma omp parallel num_threads(2)
    {
        #pragma omp master
        MPI_Sendrecv(out, N, MPI_INT, right, 0, in, N, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //@ A
        if (omp_get_thread_num() == 1)
            for (int i = 0; i < N; i++)
                out[i] = rank + i; //@ B
    }

    MPI_Finalize();
    return in[0] < 0;
}
