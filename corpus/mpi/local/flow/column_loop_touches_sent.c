/*
 * The columns of a matrix are sent from right to left, one put per column; a neighbour column is
 * updated in each round.
 *
 * The columns are sent from right to left, so column c + 1 was sent in the round before and is still
 * pending (MPI 4.1, 12.3); its elements are written.
 */
//@ expect: error RMA101 A B
//@ twin: column_loop_touches_next.c
#include <mpi.h>

#define R 4
#define C 6

int main(int argc, char **argv)
{
    static int a[R][C + 1];
    int rank, size, *mem;
    MPI_Datatype col;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(R * C * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Type_vector(R, 1, C + 1, MPI_INT, &col);
    MPI_Type_commit(&col);

    MPI_Win_lock_all(0, win);
    for (int c = C - 1; c >= 1; c--) {
        MPI_Put(&a[0][c], 1, col, (rank + 1) % size, c * R, R, MPI_INT, win); //@ A
        for (int r = 0; r < R; r++)
            a[r][c + 1] = r - c; //@ B
    }
    MPI_Win_unlock_all(win);

    MPI_Type_free(&col);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
