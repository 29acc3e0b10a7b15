// A test suite: every kind of synchronisation in turn, for several lengths. Some kinds pass one barrier more than others.
// Race-free: all processes run the same kind in the same turn; the target stores before the first barrier of a turn, the put comes behind it, and
// is complete at its target before the last kind-specific call that both pass; the check comes before the last barrier (MPI 4.1, 12.5, 12.7).
//
//@ expect: none
//@ twin: suite_of_kinds_race.c
#include <mpi.h>
#include <stdlib.h>

enum Kind { POST_START, LOCK_ALL, FENCE };

struct Test {
    int rank, size, length, to, from, *target, *source;
    MPI_Win win;
    MPI_Group access, exposure;
};

static int run(struct Test *t, enum Kind kind)
{
    int wrong = 0;

    for (int i = 0; i < t->length; i++) {
        t->source[i] = t->rank + i;
        t->target[i] = -1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    switch (kind) {
    case FENCE:
        MPI_Win_fence(0, t->win);
        MPI_Put(t->source, t->length, MPI_INT, t->to, 0, t->length, MPI_INT, t->win);
        MPI_Win_fence(0, t->win);
        break;
    case POST_START:
        MPI_Win_post(t->exposure, 0, t->win);
        MPI_Win_start(t->access, 0, t->win);
        MPI_Put(t->source, t->length, MPI_INT, t->to, 0, t->length, MPI_INT, t->win);
        MPI_Win_complete(t->win);
        MPI_Win_wait(t->win);
        break;
    case LOCK_ALL:
        MPI_Win_lock_all(0, t->win);
        MPI_Put(t->source, t->length, MPI_INT, t->to, 0, t->length, MPI_INT, t->win);
        MPI_Win_unlock_all(t->win);
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    }
    for (int i = 0; i < t->length; i++)
        wrong += t->target[i] != t->from + i;
    MPI_Barrier(MPI_COMM_WORLD);
    return wrong;
}

int main(int argc, char **argv)
{
    static const enum Kind KINDS[] = {POST_START, LOCK_ALL, FENCE};
    static const int LENGTHS[] = {1, 7, 1000};
    int wrong = 0;
    MPI_Group all;

    MPI_Init(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    for (int j = 0; j < 3; j++) {
        struct Test t = {.length = LENGTHS[j]};
        MPI_Comm_rank(MPI_COMM_WORLD, &t.rank);
        MPI_Comm_size(MPI_COMM_WORLD, &t.size);
        t.to = (t.rank + 1) % t.size;
        t.from = (t.rank + t.size - 1) % t.size;
        t.source = malloc(t.length * sizeof(int));
        MPI_Win_allocate(t.length * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &t.target, &t.win);
        MPI_Group_incl(all, 1, &t.to, &t.access);
        MPI_Group_incl(all, 1, &t.from, &t.exposure);
        for (int k = 0; k < 3; k++)
            wrong += run(&t, KINDS[k]);
        MPI_Win_free(&t.win);
        free(t.source);
    }
    MPI_Finalize();
    return wrong;
}
