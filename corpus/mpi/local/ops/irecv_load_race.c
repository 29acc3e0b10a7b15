// A nonblocking receive, without any one-sided operation on its buffer.
// The received number is printed before MPI_Waitall (MPI 4.1, 3.7.2: the receiver should not access any part of the
// receive buffer until the receive completes).
//
//@ expect: error RMA105 A B
//@ twin: irecv_load_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int id, p, left_id = -1;
    MPI_Request rq[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &id);
    MPI_Comm_size(MPI_COMM_WORLD, &p);

    MPI_Irecv(&left_id, 1, MPI_INT, (id + p - 1) % p, 0, MPI_COMM_WORLD, &rq[0]); //@ A
    MPI_Isend(&id, 1, MPI_INT, (id + 1) % p, 0, MPI_COMM_WORLD, &rq[1]);
    printf("left of %d is %d\n", id, left_id); //@ B
    MPI_Waitall(2, rq, MPI_STATUSES_IGNORE);

    MPI_Finalize();
    return 0;
}
