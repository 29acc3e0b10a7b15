/*
 * Each process passes on the numbers of one level and keeps some of those that arrive for the next one. Two lists take turns, by pointers that are
 * swapped behind each level, in several rounds. How many numbers are kept is known at run time only.
 *
 * MPI 4.1, 12.5.4: the put is complete at the target behind MPI_Win_flush, before the barrier, but the loads stand in front of it:
 * the put of the left neighbour may still be under way. Happens with 2 or more processes, in the first level.
 */
//@ expect: error RMA201 PUT COUNT
//@ expect: warning RMA201 PUT NUMBER
//@ twin: lists_swapped_each_level_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 100 };

typedef struct {
    MPI_Comm comm;
    int right;
} Ring;

typedef struct {
    const Ring *ring;
    MPI_Win win;
    long *arrived;
} Mail;

typedef struct {
    long *now;
    long *next;
} Lists;

/* The numbers of a list stand behind their count. */
static long keep(Lists *lists, const long *arrived)
{
    const long count = arrived[0]; //@ COUNT
    long kept = 0;
    for (long i = 1; i <= count; i++) {
        const long number = arrived[i]; //@ NUMBER
        if (number > 1)
            lists->next[++kept] = number / 2;
    }
    lists->next[0] = kept;
    return kept;
}

static int levels(Lists *lists, const Mail *mail)
{
    long all = 1;
    int level = 0;
    lists->now[0] = 1;
    lists->now[1] = 1000;
    while (all > 0) {
        const int to = mail->ring->right;
        MPI_Put(lists->now, ROOM, MPI_LONG, to, 0, ROOM, MPI_LONG, mail->win); //@ PUT
        MPI_Win_flush(to, mail->win);
        const long kept = keep(lists, mail->arrived);
        MPI_Barrier(mail->ring->comm);
        MPI_Allreduce(&kept, &all, 1, MPI_LONG, MPI_SUM, mail->ring->comm);
        long *swap = lists->now;
        lists->now = lists->next;
        lists->next = swap;
        level++;
    }
    return level;
}

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    Ring ring = {MPI_COMM_WORLD, 0};
    Mail mail = {&ring, MPI_WIN_NULL, NULL};
    Lists lists;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(ring.comm, &rank);
    MPI_Comm_size(ring.comm, &size);
    ring.right = (rank + 1) % size;
    const int rounds = argc > 1 ? atoi(argv[1]) : 3;
    lists.now = calloc(ROOM, sizeof(long));
    lists.next = calloc(ROOM, sizeof(long));
    MPI_Win_allocate(ROOM * sizeof(long), sizeof(long), MPI_INFO_NULL, ring.comm, &mail.arrived, &mail.win);
    MPI_Win_lock_all(0, mail.win);
    MPI_Barrier(ring.comm);
    for (int round = 0; round < rounds; round++)
        sum += levels(&lists, &mail);
    MPI_Win_unlock_all(mail.win);
    MPI_Win_free(&mail.win);
    printf("%d of %d: %d levels\n", rank, size, sum);
    free(lists.next);
    free(lists.now);
    MPI_Finalize();
    return 0;
}
