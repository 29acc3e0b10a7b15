/*
 * A list in a dynamic window: in each iteration every process makes a node, appends it behind the last one with a compare-and-swap of the
 * rank and a fetch-and-op that replaces the address, and follows the list where another process was faster.
 *
 * A process stores in a node before it gives the address of this node to the others, and another process reaches the node only by this
 * address: the stores of the iteration come before (MPI 4.1, 12.7).
 */
//@ expect: none
//@ twin: dynamic_list_grows_race.c
#include <mpi.h>
#include <stdlib.h>

struct node {
    long next, owner;
    double value;
};

static MPI_Win win;
static struct node *nodes[16];
static int made;

static MPI_Aint make_node(double value)
{
    MPI_Aint address;
    struct node *node = malloc(sizeof *node);

    node->next = -1;
    node->owner = -1;
    node->value = value;
    MPI_Win_attach(win, node, sizeof *node);
    MPI_Get_address(node, &address);
    nodes[made++] = node;
    return address;
}

static long read_word(long rank, long at)
{
    long dummy = 0, word;

    MPI_Fetch_and_op(&dummy, &word, MPI_LONG, (int)rank, at, MPI_NO_OP, win);
    MPI_Win_flush((int)rank, win);
    return word;
}

static void append(long rank, long at, long me, double value)
{
    long address = make_node(value);

    for (;;) {
        long nobody = -1, owner, before;
        MPI_Compare_and_swap(&me, &nobody, &owner, MPI_LONG, (int)rank, at + (MPI_Aint)sizeof(long), win);
        MPI_Win_flush((int)rank, win);
        if (owner == -1) {
            MPI_Fetch_and_op(&address, &before, MPI_LONG, (int)rank, at, MPI_REPLACE, win);
            MPI_Win_flush((int)rank, win);
            break;
        }
        long next;
        do
            next = read_word(rank, at);
        while (next == -1);
        rank = owner;
        at = next;
    }
}

int main(int argc, char **argv)
{
    int rank;
    double value, sum = 0;
    MPI_Aint head = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0)
        head = make_node(0);
    MPI_Bcast(&head, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 5; step++)
        append(0, head, rank, step);
    MPI_Barrier(MPI_COMM_WORLD);
    for (long owner = 0, at = head;;) {
        long next_owner = read_word(owner, at + (long)sizeof(long)), next;
        if (next_owner == -1)
            break;
        do
            next = read_word(owner, at);
        while (next == -1);
        MPI_Get(&value, 1, MPI_DOUBLE, (int)next_owner, next + 2 * (MPI_Aint)sizeof(long), 1, MPI_DOUBLE, win);
        MPI_Win_flush((int)next_owner, win);
        sum += value;
        owner = next_owner;
        at = next;
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < made; i++) {
        MPI_Win_detach(win, nodes[i]);
        free(nodes[i]);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
