#include "sparse.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far the neighbours of a process are, in both directions round the ring. */
static const int chords[] = {1, 3, 7};

void mpi_failed(const char *call, const char *file, int line, int code)
{
    fprintf(stderr, "%s:%d: %s: error %d\n", file, line, call, code);
    MPI_Abort(MPI_COMM_WORLD, code);
}

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count > 0 ? count : 1, size);

    if (p == NULL) {
        fprintf(stderr, "out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return p;
}

static void add_neighbour(struct neighbours *n, int rank, int self)
{
    int k;

    if (rank == self || n->count == MAX_NEIGHBOURS)
        return;
    for (k = 0; k < n->count; k++)
        if (n->ranks[k] == rank)
            return;
    n->ranks[n->count++] = rank;
}

static void find_neighbours(struct part *part)
{
    struct neighbours *n = &part->neighbours;
    MPI_Group all;
    MPI_Aint mine[MAX_NEIGHBOURS];
    MPI_Request requests[2 * MAX_NEIGHBOURS];
    size_t c;
    int k;

    n->count = 0;
    for (c = 0; c < sizeof(chords) / sizeof(chords[0]); c++) {
        add_neighbour(n, (part->rank + chords[c]) % part->size, part->rank);
        add_neighbour(n, (part->rank + part->size - chords[c] % part->size) % part->size, part->rank);
    }
    CHECK(MPI_Comm_group(part->comm, &all));
    CHECK(MPI_Group_incl(all, n->count, n->ranks, &n->group));
    CHECK(MPI_Group_free(&all));

    /* Each neighbour is told where its values go, and tells the same. */
    for (k = 0; k < n->count; k++) {
        mine[k] = (MPI_Aint)k * part->values;
        CHECK(MPI_Irecv(&n->place[k], 1, MPI_AINT, n->ranks[k], 5, part->comm, &requests[2 * k]));
        CHECK(MPI_Isend(&mine[k], 1, MPI_AINT, n->ranks[k], 5, part->comm, &requests[2 * k + 1]));
    }
    CHECK(MPI_Waitall(2 * n->count, requests, MPI_STATUSES_IGNORE));
}

static void make_particle_type(struct part *part)
{
    const int lengths[3] = {1, 1, 1};
    const MPI_Aint places[3] = {offsetof(struct particle, id), offsetof(struct particle, steps),
                                offsetof(struct particle, weight)};
    const MPI_Datatype types[3] = {MPI_LONG, MPI_INT, MPI_DOUBLE};
    MPI_Datatype plain;

    CHECK(MPI_Type_create_struct(3, lengths, places, types, &plain));
    CHECK(MPI_Type_create_resized(plain, 0, sizeof(struct particle), &part->particle_type));
    CHECK(MPI_Type_commit(&part->particle_type));
    CHECK(MPI_Type_free(&plain));
}

void part_create(struct part *part, const struct options *o, MPI_Comm comm)
{
    MPI_Aint log_bytes;

    memset(part, 0, sizeof(*part));
    part->comm = comm;
    CHECK(MPI_Comm_rank(comm, &part->rank));
    CHECK(MPI_Comm_size(comm, &part->size));
    part->values = o->values;
    part->capacity = o->particles * part->size;
    find_neighbours(part);
    make_particle_type(part);

    part->sent = allocate(part->values, sizeof(double));
    part->received = allocate((size_t)MAX_NEIGHBOURS * part->values, sizeof(double));
    part->particles = allocate(part->capacity, sizeof(struct particle));
    part->outbox = allocate((size_t)part->neighbours.count * part->capacity, sizeof(struct particle));
    part->inbox = allocate(part->capacity, sizeof(struct particle));
    CHECK(MPI_Win_create(part->received, (MPI_Aint)MAX_NEIGHBOURS * part->values * sizeof(double), sizeof(double),
                         MPI_INFO_NULL, comm, &part->value_win));
    CHECK(MPI_Win_create(part->inbox, (MPI_Aint)part->capacity * sizeof(struct particle), sizeof(struct particle),
                         MPI_INFO_NULL, comm, &part->inbox_win));
    CHECK(MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, comm, &part->counter, &part->counter_win));
    log_bytes = part->rank == 0 ? (MPI_Aint)part->size * part->size * sizeof(long) : 0;
    CHECK(MPI_Win_allocate(log_bytes, sizeof(long), MPI_INFO_NULL, comm, &part->log, &part->log_win));
    *part->counter = 0;
    if (part->rank == 0)
        memset(part->log, 0, log_bytes);
    CHECK(MPI_Barrier(comm));
    CHECK(MPI_Win_lock_all(0, part->inbox_win));
    CHECK(MPI_Win_lock_all(0, part->counter_win));
    CHECK(MPI_Win_lock_all(0, part->log_win));
}

/* Ends the epochs of the run; the log can be read behind it. */
void part_finish(struct part *part)
{
    CHECK(MPI_Win_unlock_all(part->log_win));
    CHECK(MPI_Win_unlock_all(part->counter_win));
    CHECK(MPI_Win_unlock_all(part->inbox_win));
    CHECK(MPI_Barrier(part->comm));
}

void part_destroy(struct part *part)
{
    CHECK(MPI_Win_free(&part->log_win));
    CHECK(MPI_Win_free(&part->counter_win));
    CHECK(MPI_Win_free(&part->inbox_win));
    CHECK(MPI_Win_free(&part->value_win));
    CHECK(MPI_Type_free(&part->particle_type));
    CHECK(MPI_Group_free(&part->neighbours.group));
    free(part->inbox);
    free(part->outbox);
    free(part->particles);
    free(part->received);
    free(part->sent);
}

void exchange_values(struct part *part)
{
    const struct neighbours *n = &part->neighbours;
    int k;

    CHECK(MPI_Win_post(n->group, 0, part->value_win));
    CHECK(MPI_Win_start(n->group, 0, part->value_win));
    for (k = 0; k < n->count; k++)
        CHECK(MPI_Put(part->sent, part->values, MPI_DOUBLE, n->ranks[k], n->place[k], part->values, MPI_DOUBLE,
                      part->value_win));
    CHECK(MPI_Win_complete(part->value_win));
    CHECK(MPI_Win_wait(part->value_win));
}

/* Reserves places for a number of particles in the inbox of a process. */
static long reserve(struct part *part, int rank, long count)
{
    long first = -1;

    CHECK(MPI_Fetch_and_op(&count, &first, MPI_LONG, rank, 0, MPI_SUM, part->counter_win)); //@ A
    CHECK(MPI_Win_flush(rank, part->counter_win));
    if (first < 0 || first + count > part->capacity) {
        fprintf(stderr, "rank %d: inbox of %d is full\n", part->rank, rank);
        MPI_Abort(part->comm, 1);
    }
    return first;
}

static void take_inbox(struct part *part)
{
    const long arrived = *part->counter;
    long i;

    for (i = 0; i < arrived; i++)
        part->particles[part->count++] = part->inbox[i];
}

static void clear_counter(struct part *part)
{
    *part->counter = 0; //@ B
}

void exchange_particles(struct part *part)
{
    const struct neighbours *n = &part->neighbours;
    long numbers[MAX_NEIGHBOURS];
    int k;

    for (k = 0; k < n->count; k++) {
        const int rank = n->ranks[k];
        long first;

        if (part->leaving[k] == 0)
            continue;
        first = reserve(part, rank, part->leaving[k]);
        CHECK(MPI_Put(part->outbox + (size_t)k * part->capacity, part->leaving[k], part->particle_type, rank, first,
                      part->leaving[k], part->particle_type, part->inbox_win));
        numbers[k] = part->leaving[k];
        CHECK(MPI_Accumulate(&numbers[k], 1, MPI_LONG, 0, (MPI_Aint)part->rank * part->size + rank, 1, MPI_LONG, MPI_SUM,
                             part->log_win));
    }
    CHECK(MPI_Win_flush_all(part->inbox_win));
    CHECK(MPI_Win_flush_local(0, part->log_win));
    CHECK(MPI_Barrier(part->comm));
    take_inbox(part);
#ifdef RACY
    CHECK(MPI_Barrier(part->comm));
    clear_counter(part);
#else
    clear_counter(part);
    CHECK(MPI_Barrier(part->comm));
#endif
}
