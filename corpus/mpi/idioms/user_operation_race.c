// The function of a reduction operation counts its calls in a variable that a put may still read: the put is completed behind the
// reduction only (MPI 4.1, 12.5.4; the function runs inside of the reduction: 6.9.5).
//@ expect: error RMA101 PUT COUNT
//@ twin: user_operation_ok.c

#include <mpi.h>
#include <stdlib.h>

static int merges = 0;

static void larger(void *in, void *inout, int *len, MPI_Datatype *type) {
    const double *a = in;
    double *b = inout;
    for (int i = 0; i < *len; i++) {
        if (a[i] > b[i])
            b[i] = a[i];
    }
    merges++; //@ COUNT
    (void)type;
}

int main(int argc, char **argv) {
    int rank, size, *slots;
    double norm, largest;
    MPI_Win win;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
    MPI_Op_create(larger, 1, &op);
    norm = rank * 0.5;

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&merges, 1, MPI_INT, 0, rank, 1, MPI_INT, win); //@ PUT
    MPI_Allreduce(&norm, &largest, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    MPI_Win_unlock(0, win);

    MPI_Op_free(&op);
    MPI_Win_free(&win);
    MPI_Finalize();
    return largest < 0;
}
