/*
 * Rank 0 puts messages of growing size to rank 1, each into the next of four slots; getopt reads how they are completed, how large they become, and how many
 * there are. With "-s local" a local flush follows each put, and a flush comes before the slots are used again.
 *
 * The flush completes the puts at their target (MPI 4.1, 12.5.4) before the next one to a slot. Without options each put is flushed.
 */
//@ expect: none
//@ twin: slots_again_by_getopt_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SLOTS 4

static const char *const names[] = {"flush", "local"};

enum sync { FLUSH, LOCAL };

static int find(const char *word)
{
    for (int i = 0; i < 2; i++)
        if (strcmp(word, names[i]) == 0)
            return i;
    return -1;
}

static void put(char *from, int slot, int size, MPI_Win win)
{
    MPI_Put(from + slot * size, size, MPI_CHAR, 1, slot * size, size, MPI_CHAR, win); //@ PUT
}

int main(int argc, char **argv)
{
    int rank, letter, largest = 65536, count = 20000, sync = FLUSH;
    char *from, *to;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    while ((letter = getopt(argc, argv, "s:m:n:")) != -1) {
        if (letter == 's')
            sync = find(optarg);
        else if (letter == 'm')
            largest = atoi(optarg);
        else if (letter == 'n')
            count = atoi(optarg);
        else
            MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (sync < 0 || largest < 1 || count < 1)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    from = calloc(SLOTS, largest);
    MPI_Win_allocate((MPI_Aint)SLOTS * largest, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &to, &win);
    for (int size = 1; size <= largest; size *= 2) {
        for (int i = 0; i < SLOTS * size; i++)
            from[i] = (char)(i % 61);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            MPI_Win_lock_all(0, win);
            for (int i = 0; i < count; i++) {
                if (sync == LOCAL && i % SLOTS == 0)
                    MPI_Win_flush(1, win);
                put(from, i % SLOTS, size, win);
                if (sync == LOCAL)
                    MPI_Win_flush_local(1, win);
                else
                    MPI_Win_flush(1, win);
            }
            MPI_Win_unlock_all(win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%d: %d\n", rank, to[0]);
    MPI_Win_free(&win);
    free(from);
    MPI_Finalize();
    return 0;
}
