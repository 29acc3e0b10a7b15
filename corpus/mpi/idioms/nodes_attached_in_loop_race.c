/*
 * Each process attaches nodes to a dynamic window in a loop, publishes their addresses in a word of rank 0, and then fills its nodes. Another
 * process reads the word and gets the node.
 *
 * Nothing orders the store of the owner and the get of another process, which may go to any of the nodes (MPI 4.1, 12.7.3).
 */
//@ expect: warning RMA202 A B
//@ twin: nodes_attached_in_loop_ok.c
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, m = argc > 1 ? atoi(argv[1]) : 20;
    double *node, copy = 0, **own;
    uint64_t word, found, none = 0;
    uint64_t *head;
    MPI_Aint addr;
    MPI_Win nodes, heads;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own = malloc(m * sizeof *own);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &nodes);
    MPI_Win_allocate(sizeof(uint64_t), sizeof(uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &head, &heads);
    *head = 0;
    MPI_Win_lock_all(0, nodes);
    MPI_Win_lock_all(0, heads);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < m; i++) {
        MPI_Alloc_mem(sizeof *node, MPI_INFO_NULL, &node);
        own[i] = node;
        MPI_Win_attach(nodes, node, sizeof *node);
        MPI_Get_address(node, &addr);
        word = ((uint64_t)(rank + 1) << 48) | (uint64_t)addr;
        MPI_Accumulate(&word, 1, MPI_UINT64_T, 0, 0, 1, MPI_UINT64_T, MPI_REPLACE, heads);
        MPI_Win_flush(0, heads);
    }
    for (int i = 0; i < m; i++)
        *own[i] = 1.0 + rank; //@ B
    MPI_Fetch_and_op(&none, &found, MPI_UINT64_T, 0, 0, MPI_NO_OP, heads);
    MPI_Win_flush(0, heads);
    if (found) {
        int owner = (int)(found >> 48) - 1;
        MPI_Get(&copy, 1, MPI_DOUBLE, owner, (MPI_Aint)(found & 0xffffffffffffULL), 1, MPI_DOUBLE, nodes); //@ A
        MPI_Win_flush(owner, nodes);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(heads);
    MPI_Win_unlock_all(nodes);
    MPI_Finalize();
    return copy > 0;
}
