/*
 * A message goes from process 0 by way of 1 to 2; then all read one of two cells in each of three turns, behind a barrier. Who is through
 * with its turns begins a nonblocking barrier and puts into the second cell of process 0.
 *
 * The second cell is read in the third turn, too, and nothing orders that and the put: a nonblocking barrier that is not complete orders nothing
 * (MPI 4.1, 6.14, 12.7).
 */
//@ expect: error RMA201 A B
//@ twin: cell_of_a_turn_before.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, done, word = 0, sum = 0, value = 7, *mem;
    MPI_Win win;
    MPI_Request first, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = mem[1] = 0;
    if (rank == 0) {
        MPI_Send(&word, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&word, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&word, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
    } else if (rank == 2) {
        MPI_Recv(&word, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &first);
    MPI_Test(&first, &done, MPI_STATUS_IGNORE);
    MPI_Wait(&first, MPI_STATUS_IGNORE);
    for (int turn = 0; turn < 3; turn++) {
        MPI_Barrier(MPI_COMM_WORLD);
        sum += mem[(turn + 1) % 2]; //@ A
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &second);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ B
        MPI_Win_unlock(0, win);
    }
    do
        MPI_Test(&second, &done, MPI_STATUS_IGNORE);
    while (!done);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
