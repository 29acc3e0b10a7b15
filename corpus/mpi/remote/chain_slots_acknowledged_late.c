/*
 * A chain without a ring: each process hands a block to its right neighbour, twelve times, through two slots in turn. The acknowledgements
 * of the reader are received a step too late.
 *
 * The put of step 2 goes to the slot of step 0 before anything was heard of the reader, which may still load that slot: no
 * synchronisation orders the two (MPI 4.1, 12.7).
 */
//@ expect: error RMA201 A B
//@ twin: chain_slots_acknowledged.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#define N 64
struct link { MPI_Win win; double *slots; int left, right; };
static void hand_on(struct link *l, const double *from, int step)
{
    if (step >= 3)
        MPI_Recv(NULL, 0, MPI_BYTE, l->right, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(from, N, MPI_DOUBLE, l->right, (step % 2) * N, N, MPI_DOUBLE, l->win); //@ A
    MPI_Win_flush(l->right, l->win);
    MPI_Send(NULL, 0, MPI_BYTE, l->right, 1, MPI_COMM_WORLD);
}
static double take(struct link *l, int step)
{
    double sum = 0;
    MPI_Recv(NULL, 0, MPI_BYTE, l->left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(l->win);
    for (int i = 0; i < N && l->left != MPI_PROC_NULL; i++)
        sum += l->slots[(step % 2) * N + i]; //@ B
    MPI_Send(NULL, 0, MPI_BYTE, l->left, 2, MPI_COMM_WORLD);
    return sum;
}
int main(int argc, char **argv)
{
    struct link l;
    int rank, size;
    double mine[N], total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    l.left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    l.right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    MPI_Win_allocate(2 * N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &l.slots, &l.win);
    MPI_Win_lock_all(0, l.win);
    for (int step = 0; step < 12; step++) {
        for (int i = 0; i < N; i++)
            mine[i] = rank * 100 + step + i;
        hand_on(&l, mine, step);
        total += take(&l, step);
    }
    for (int k = 0; k < 3; k++)
        MPI_Recv(NULL, 0, MPI_BYTE, l.right, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(l.win);
    printf("%d %f\n", rank, total);
    MPI_Win_free(&l.win);
    MPI_Finalize();
    return 0;
}
