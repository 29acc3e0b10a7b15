/*
 * The program argument chooses how the put to the right neighbour is synchronised: fence, lock and barrier,
 * or post-start-complete-wait.
 *
 * In each of the modes the load follows the completion at the target: fence (MPI 4.1, 12.5.1), unlock and
 * barrier (12.5.3, 6.3), or wait (12.5.2).
 */
//@ expect: none
//@ twin: mode_from_argument_no_barrier.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum mode { FENCE, LOCK, PSCW };

struct side {
    int left, right;
    MPI_Group from, to;
    MPI_Win win;
};

static void begin(enum mode mode, struct side *s)
{
    if (mode == FENCE) {
        MPI_Win_fence(0, s->win);
    } else if (mode == LOCK) {
        MPI_Win_lock(MPI_LOCK_SHARED, s->right, 0, s->win);
    } else {
        MPI_Win_post(s->from, 0, s->win);
        MPI_Win_start(s->to, 0, s->win);
    }
}

static void end(enum mode mode, struct side *s)
{
    if (mode == FENCE) {
        MPI_Win_fence(0, s->win);
    } else if (mode == LOCK) {
        MPI_Win_unlock(s->right, s->win);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Win_complete(s->win);
        MPI_Win_wait(s->win);
    }
}

int main(int argc, char **argv)
{
    int rank, size, *cell;
    enum mode mode;
    struct side s;
    MPI_Group all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mode = argc > 1 ? (enum mode)(atoi(argv[1]) % 3) : LOCK;
    s.left = (rank + size - 1) % size;
    s.right = (rank + 1) % size;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &s.left, &s.from);
    MPI_Group_incl(all, 1, &s.right, &s.to);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &s.win);

    begin(mode, &s);
    MPI_Put(&rank, 1, MPI_INT, s.right, 0, 1, MPI_INT, s.win);
    end(mode, &s);
    printf("%d: %d\n", rank, cell[0]);

    MPI_Group_free(&s.to);
    MPI_Group_free(&s.from);
    MPI_Group_free(&all);

    MPI_Win_free(&s.win);
    MPI_Finalize();
    return 0;
}
