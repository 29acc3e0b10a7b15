/* Parallel bucket sort in rounds: each process draws keys, sorts them into one bucket for each process, tells all others how
 * many it has for them, and puts the buckets into the inboxes of their owners. The owners say where: the places are prefix
 * sums over what each one receives. Keys of a round are merged into a local histogram.
 *
 * usage: bucket_rounds [keys per round [rounds [seed]]]
 *
 * Race: the counts of the next round are exchanged before the inbox of this round is read, to overlap drawing with the
 * merge. Run: two processes; rank 1 has its counts and places for round 2 and puts keys into the inbox of rank 0,
 * which still reads the keys of round 1 there (4 bytes at 4 * place). Counts and places are received, hence a warning.
 */
//@ expect: warning RMA201 PUT MERGE -- from 2 processes
//@ twin: bucket_rounds_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL)
        die("out of memory");
    return memory;
}

enum { BINS = 64, RANGE = 1 << 20 };

struct round {
    int *keys;    /* sorted by bucket */
    int *counts;  /* for each process, of mine */
    int *starts;  /* of the buckets in keys */
    int *arrive;  /* how many keys come from each process */
    int *offers;  /* where they shall go here */
    int *places;  /* where mine shall go there */
    int incoming;
};

struct sorter {
    MPI_Comm comm;
    int rank, size;
    int each;
    MPI_Win win;
    int *inbox; /* window memory, each * size keys */
    unsigned long state;
    long bins[BINS];
    struct round round;
};

static int draw(struct sorter *s)
{
    s->state = s->state * 6364136223846793005UL + 1442695040888963407UL;
    return (int)((s->state >> 33) % RANGE);
}

static int owner_of(const struct sorter *s, int key)
{
    return (int)((long)key * s->size / RANGE);
}

static void sorter_create(struct sorter *s, int each, unsigned long seed, MPI_Comm comm)
{
    s->comm = comm;
    s->each = each;
    MPI_Comm_rank(comm, &s->rank);
    MPI_Comm_size(comm, &s->size);
    s->state = seed * 977 + (unsigned long)s->rank;
    memset(s->bins, 0, sizeof s->bins);
    s->round.keys = allocate((size_t)each, sizeof(int));
    s->round.counts = allocate((size_t)s->size, sizeof(int));
    s->round.starts = allocate((size_t)s->size + 1, sizeof(int));
    s->round.arrive = allocate((size_t)s->size, sizeof(int));
    s->round.offers = allocate((size_t)s->size, sizeof(int));
    s->round.places = allocate((size_t)s->size, sizeof(int));
    s->round.incoming = 0;
    MPI_Win_allocate((MPI_Aint)each * s->size * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &s->inbox,
                     &s->win);
    MPI_Win_lock_all(0, s->win);
}

static void sorter_destroy(struct sorter *s)
{
    MPI_Win_unlock_all(s->win);
    MPI_Win_free(&s->win);
    free(s->round.keys);
    free(s->round.counts);
    free(s->round.starts);
    free(s->round.arrive);
    free(s->round.offers);
    free(s->round.places);
}

/* Draws the keys of a round and sorts them by owner. */
static void prepare(struct sorter *s)
{
    struct round *round = &s->round;
    int *drawn = allocate((size_t)s->each, sizeof(int));
    int *next = allocate((size_t)s->size, sizeof(int));

    memset(round->counts, 0, (size_t)s->size * sizeof(int));
    for (int i = 0; i < s->each; i++) {
        drawn[i] = draw(s);
        round->counts[owner_of(s, drawn[i])]++;
    }
    round->starts[0] = 0;
    for (int r = 0; r < s->size; r++) {
        round->starts[r + 1] = round->starts[r] + round->counts[r];
        next[r] = round->starts[r];
    }
    for (int i = 0; i < s->each; i++)
        round->keys[next[owner_of(s, drawn[i])]++] = drawn[i];
    free(drawn);
    free(next);
}

/* Everyone learns what comes, and where its own keys shall go. */
static void agree(struct sorter *s)
{
    struct round *round = &s->round;

    MPI_Alltoall(round->counts, 1, MPI_INT, round->arrive, 1, MPI_INT, s->comm);
    round->incoming = 0;
    for (int r = 0; r < s->size; r++) {
        round->offers[r] = round->incoming;
        round->incoming += round->arrive[r];
    }
    MPI_Alltoall(round->offers, 1, MPI_INT, round->places, 1, MPI_INT, s->comm);
}

static void scatter_keys(struct sorter *s)
{
    struct round *round = &s->round;

    for (int i = 0; i < s->size; i++) {
        const int to = (s->rank + i) % s->size;
        const int count = round->counts[to];

        if (count > 0)
            MPI_Put(round->keys + round->starts[to], count, MPI_INT, to, round->places[to], count, MPI_INT, s->win); //@ PUT
    }
    MPI_Win_flush_all(s->win);
    MPI_Barrier(s->comm);
}

static void merge(struct sorter *s, int incoming)
{
    MPI_Win_sync(s->win);
    for (int i = 0; i < incoming; i++) {
        const int key = s->inbox[i]; //@ MERGE

        s->bins[(long)key * BINS / RANGE]++;
    }
}

static void run(struct sorter *s, int rounds)
{
    int incoming;

    prepare(s);
    agree(s);
    for (int k = 0; k < rounds; k++) {
        scatter_keys(s);
        incoming = s->round.incoming;
        prepare(s);
        agree(s);
        merge(s, incoming);
    }
}

int main(int argc, char **argv)
{
    struct sorter sorter;
    int each, rounds;
    long total = 0, all[BINS];
    double start;

    MPI_Init(&argc, &argv);
    each = argc > 1 ? atoi(argv[1]) : 10000;
    rounds = argc > 2 ? atoi(argv[2]) : 5;
    if (each < 1 || each > 1000000 || rounds < 1)
        die("usage: bucket_rounds [keys [rounds [seed]]]");
    sorter_create(&sorter, each, argc > 3 ? strtoul(argv[3], NULL, 10) : 1, MPI_COMM_WORLD);
    start = MPI_Wtime();
    run(&sorter, rounds);
    start = MPI_Wtime() - start;
    MPI_Reduce(sorter.bins, all, BINS, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (sorter.rank == 0) {
        for (int i = 0; i < BINS; i++)
            total += all[i];
        printf("%ld keys, first bin %ld, last bin %ld, %.3f s: %s\n", total, all[0], all[BINS - 1], start,
               total == (long)each * rounds * sorter.size ? "ok" : "WRONG");
    }
    sorter_destroy(&sorter);
    MPI_Finalize();
    return 0;
}
