/* Random search for a short tour. The best tour so far (the incumbent) lies at rank 0. A process that has improved its own
 * tour enters a critical section by a ticket lock, looks at the incumbent and replaces it if its own tour is shorter.
 *
 * usage: incumbent_ticket [cities [trials [seed]]]
 *
 * Race: the next ticket is served before the put is flushed. Run: two processes; rank 1 has put its tour (at 0 in the window of
 * rank 0), serves the next ticket and is late with the flush; rank 0 has that ticket, gets the incumbent and puts its
 * own tour while the put of rank 1 is under way: put and get, and put and put, of two origins (12.7). Whether there is a put
 * depends on the fetched incumbent, hence warnings.
 */
//@ expect: warning RMA203 LOOK REPLACE -- from 2 processes
//@ expect: warning RMA203 REPLACE REPLACE -- from 2 processes
//@ twin: incumbent_ticket_ok.c
#include <math.h>
#include <stdint.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                     \
    do {                                                                                \
        int rc_ = (call);                                                               \
        if (rc_ != MPI_SUCCESS) {                                                       \
            fprintf(stderr, "%s:%d: %s failed (%d)\n", __FILE__, __LINE__, #call, rc_); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                               \
        }                                                                               \
    } while (0)

enum { CITIES = 64, NEXT_TICKET = 0, NOW_SERVING = 1 };

struct tour {
    double length;
    double order[CITIES];
};

#define TOUR_DOUBLES (1 + CITIES)

struct search {
    MPI_Comm comm;
    int rank, size;
    int cities;
    double x[CITIES], y[CITIES];
    uint64_t state;
    MPI_Win lock_win, tour_win;
    int64_t *words;
    struct tour *incumbent; /* window memory at rank 0 */
    long entered;
};

static unsigned draw(struct search *s)
{
    s->state = s->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(s->state >> 33);
}

static void search_create(struct search *s, int cities, unsigned long seed, MPI_Comm comm)
{
    MPI_Aint root;

    s->comm = comm;
    s->cities = cities;
    s->entered = 0;
    CHECK(MPI_Comm_rank(comm, &s->rank));
    CHECK(MPI_Comm_size(comm, &s->size));
    for (int i = 0; i < cities; i++) {
        s->x[i] = (double)(i * 37 % 101);
        s->y[i] = (double)(i * 59 % 103);
    }
    s->state = seed + 7919u * (unsigned)s->rank;
    root = s->rank == 0 ? 1 : 0;
    CHECK(MPI_Win_allocate(root * 2 * (MPI_Aint)sizeof(int64_t), sizeof(int64_t), MPI_INFO_NULL, comm, &s->words, &s->lock_win));
    CHECK(MPI_Win_allocate(root * (MPI_Aint)sizeof(struct tour), sizeof(struct tour), MPI_INFO_NULL, comm, &s->incumbent, &s->tour_win));
    if (s->rank == 0) {
        s->words[NEXT_TICKET] = 0;
        s->words[NOW_SERVING] = 0;
        memset(s->incumbent, 0, sizeof *s->incumbent);
        s->incumbent->length = HUGE_VAL;
    }
    CHECK(MPI_Win_lock_all(0, s->lock_win));
    CHECK(MPI_Win_lock_all(0, s->tour_win));
    CHECK(MPI_Barrier(comm));
}

static void search_destroy(struct search *s)
{
    CHECK(MPI_Win_unlock_all(s->tour_win));
    CHECK(MPI_Win_unlock_all(s->lock_win));
    CHECK(MPI_Win_free(&s->tour_win));
    CHECK(MPI_Win_free(&s->lock_win));
}

static int64_t fetch_word(struct search *s, int word, int64_t add)
{
    int64_t old = 0;

    CHECK(MPI_Fetch_and_op(&add, &old, MPI_INT64_T, 0, word, MPI_SUM, s->lock_win));
    CHECK(MPI_Win_flush(0, s->lock_win));
    return old;
}

static void enter(struct search *s)
{
    const int64_t ticket = fetch_word(s, NEXT_TICKET, 1);

    while (fetch_word(s, NOW_SERVING, 0) != ticket)
        ;
    s->entered++;
}

static void leave(struct search *s)
{
    fetch_word(s, NOW_SERVING, 1);
}

static double length_of(const struct search *s, const struct tour *t)
{
    double sum = 0.0;

    for (int i = 0; i < s->cities; i++) {
        const int a = (int)t->order[i], b = (int)t->order[(i + 1) % s->cities];

        sum += hypot(s->x[a] - s->x[b], s->y[a] - s->y[b]);
    }
    return sum;
}

/* Exchanges the incumbent and the process's own tour: both have the shorter one afterwards. */
static void offer(struct search *s, struct tour *own)
{
    struct tour best;

    enter(s);
    CHECK(MPI_Get(&best, TOUR_DOUBLES, MPI_DOUBLE, 0, 0, TOUR_DOUBLES, MPI_DOUBLE, s->tour_win)); //@ LOOK
    CHECK(MPI_Win_flush(0, s->tour_win));
    if (own->length < best.length) {
        CHECK(MPI_Put(own, TOUR_DOUBLES, MPI_DOUBLE, 0, 0, TOUR_DOUBLES, MPI_DOUBLE, s->tour_win)); //@ REPLACE
        leave(s);
        CHECK(MPI_Win_flush(0, s->tour_win));
    } else {
        leave(s);
        *own = best;
    }
}

/* Turns a piece of the tour round if that makes it shorter. */
static int improve(struct search *s, struct tour *own)
{
    struct tour changed = *own;
    int from = (int)(draw(s) % (unsigned)s->cities), to = (int)(draw(s) % (unsigned)s->cities);

    if (from > to) {
        const int swap = from;

        from = to;
        to = swap;
    }
    for (int i = from, j = to; i < j; i++, j--) {
        changed.order[i] = own->order[j];
        changed.order[j] = own->order[i];
    }
    changed.length = length_of(s, &changed);
    if (changed.length >= own->length)
        return 0;
    *own = changed;
    return 1;
}

int main(int argc, char **argv)
{
    struct search search;
    struct tour own;
    int cities = argc > 1 ? atoi(argv[1]) : 40;
    int trials = argc > 2 ? atoi(argv[2]) : 2000;
    unsigned long seed = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;

    CHECK(MPI_Init(&argc, &argv));
    if (cities < 3 || cities > CITIES || trials < 1) {
        fprintf(stderr, "usage: incumbent_ticket [3 to %d cities [trials [seed]]]\n", CITIES);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    search_create(&search, cities, seed, MPI_COMM_WORLD);
    memset(&own, 0, sizeof own);
    for (int i = 0; i < cities; i++)
        own.order[i] = (double)i;
    own.length = length_of(&search, &own);
    for (int trial = 0; trial < trials; trial++)
        if (improve(&search, &own))
            offer(&search, &own);
    CHECK(MPI_Barrier(search.comm));
    if (search.rank == 0) {
        CHECK(MPI_Win_sync(search.tour_win));
        printf("%d processes, best tour %.3f, %ld entries by rank 0\n", search.size, search.incumbent->length, search.entered);
    }
    CHECK(MPI_Barrier(search.comm));
    search_destroy(&search);
    MPI_Finalize();
    return 0;
}
