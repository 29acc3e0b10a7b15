/*
 * A duplicate of a vector type, used after the original was freed.
 *
 * The duplicate has the type map of the vector (MPI 4.1, 5.1.10): elements 0, 2, 4. Element 2 is read
 * while the get writes it.
 */
//@ expect: error RMA102 A B
//@ twin: dup_type_gap.c
#include <mpi.h>
#include <stdio.h>

static MPI_Datatype make_every_other(int n)
{
    MPI_Datatype v, copy;
    MPI_Type_vector(n, 1, 2, MPI_LONG, &v);
    MPI_Type_dup(v, &copy);
    MPI_Type_free(&v);
    MPI_Type_commit(&copy);
    return copy;
}

int main(int argc, char **argv)
{
    long in[5] = {0, 0, 0, 0, 0}, own[3];
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    own[0] = own[1] = own[2] = rank;
    MPI_Datatype eo = make_every_other(3);
    MPI_Win_create(own, sizeof own, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
    MPI_Get(in, 1, eo, (rank + 1) % size, 0, 3, MPI_LONG, win); //@ A
    printf("%ld\n", in[2]); //@ B
    MPI_Win_unlock((rank + 1) % size, win);

    printf("%ld\n", in[4]);
    MPI_Type_free(&eo);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
