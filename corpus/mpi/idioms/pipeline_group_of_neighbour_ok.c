/*
 * A pipeline through all processes, several steps. The groups of the neighbours are made once, by MPI_Group_incl of one rank
 * or of none: its number of ranks is a comparison. The length of a message comes from the command line.
 *
 * It reads the inbox after MPI_Win_wait, which returns when the neighbour has called MPI_Win_complete: then its put is
 * complete (MPI 4.1, 12.5.2). The next put comes behind the next MPI_Win_post.
 */
//@ expect: none
//@ twin: pipeline_group_of_neighbour_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct pipe {
    MPI_Group before, after;
    MPI_Win win;
    double *inbox, *outbox;
    int rank, size, lines;
};

static void forward(struct pipe *p, double *sum)
{
    if (p->rank > 0) {
        MPI_Win_post(p->before, 0, p->win);
        MPI_Win_wait(p->win);
    }
    for (int line = 0; line < p->lines; line++) {
        if (p->rank > 0)
            *sum += p->inbox[line];
        p->outbox[line] = *sum + line;
    }
    if (p->rank + 1 < p->size) {
        MPI_Win_start(p->after, 0, p->win);
        MPI_Put(p->outbox, p->lines, MPI_DOUBLE, p->rank + 1, 0, p->lines, MPI_DOUBLE, p->win);
        MPI_Win_complete(p->win);
    }
}

int main(int argc, char **argv)
{
    struct pipe p;
    MPI_Group all;
    double sum = 0.0, total = 0.0;
    int before, after;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p.size);
    p.lines = argc > 1 ? atoi(argv[1]) : 1 << 20;
    if (p.lines < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    before = p.rank - 1;
    after = p.rank + 1;
    MPI_Group_incl(all, p.rank > 0, &before, &p.before);
    MPI_Group_incl(all, p.rank + 1 < p.size, &after, &p.after);
    MPI_Group_free(&all);
    MPI_Win_allocate(p.lines * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &p.inbox, &p.win);
    p.outbox = calloc((size_t)p.lines, sizeof *p.outbox);

    for (int step = 0; step < 10; step++) {
        forward(&p, &sum);
        MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    printf("%d: %g of %g\n", p.rank, sum, total);

    free(p.outbox);
    MPI_Win_free(&p.win);
    MPI_Finalize();
    return 0;
}
