// Two slots, each with one request at most. MPI_Waitany returns the index of a request that was active and is complete now (MPI 4.1,
// 3.7.5). The first slot is read before the first MPI_Waitany: its MPI_Rget is pending (MPI 4.1, 12.3.5).
//
//@ expect: error RMA102 A B
//@ twin: waitany_slots_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define DEPTH 2

struct fetcher {
    MPI_Win win;
    MPI_Request request[DEPTH];
    double *slot[DEPTH];
    int next, size, active;
};

static void issue(struct fetcher *f, int s)
{
    if (f->next >= f->size) {
        f->request[s] = MPI_REQUEST_NULL;
        return;
    }
    MPI_Rget(f->slot[s], 1, MPI_DOUBLE, f->next++, 0, 1, MPI_DOUBLE, f->win, &f->request[s]); //@ A
    f->active++;
}

static double fetch_all(struct fetcher *f)
{
    double total = 0;
    int s;
    f->next = f->active = 0;
    for (s = 0; s < DEPTH; s++)
        issue(f, s);
    total += *f->slot[0]; //@ B
    while (f->active > 0) {
        MPI_Waitany(DEPTH, f->request, &s, MPI_STATUS_IGNORE);
        if (s == MPI_UNDEFINED)
            break;
        f->active--;
        total += *f->slot[s];
        issue(f, s);
    }
    return total;
}

int main(int argc, char **argv)
{
    struct fetcher f;
    double *mine;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &f.size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &f.win);
    for (int s = 0; s < DEPTH; s++)
        f.slot[s] = malloc(sizeof(double));
    MPI_Win_lock_all(MPI_MODE_NOCHECK, f.win);
    for (int step = 0; step < 10; step++)
        printf("%d %g\n", step, fetch_all(&f));
    MPI_Win_unlock_all(f.win);
    for (int s = 0; s < DEPTH; s++)
        free(f.slot[s]);
    MPI_Win_free(&f.win);
    MPI_Finalize();
    return 0;
}
