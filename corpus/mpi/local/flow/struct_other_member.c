/*
 * Two members of one structure: one is sent, one is updated meanwhile.
 *
 * The updated member shares no byte with the origin buffer, and only the buffer is restricted (MPI
 * 4.1, 12.3).
 */
//@ expect: none
//@ twin: struct_same_member.c
#include <mpi.h>

struct state {
    double energy;
    int step;
    int status;
};

int main(int argc, char **argv)
{
    struct state st = {1.25, 0, 0};
    int rank, size;
    double *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    MPI_Put(&st.energy, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
    st.step = 1;
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return st.status;
}
