/* A recorder: every process makes frames and streams them into the store of its right neighbour with request-based puts. A
 * ring of heap buffers lets several frames be under way; its depth is an option.
 *
 * usage: stream_ring [frames [samples of a frame [depth]]]
 *
 * Race: the buffer is filled before the request of its last put is waited for. Run: one or more processes, depth 4: frame 4
 * is written into buffer 0 (8 * samples bytes) while the put of frame 0 still reads it (12.3.5). Everything is known: an error.
 */
//@ expect: error RMA101 PUT FILL -- from 1 process
//@ twin: stream_ring_ok.c
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

enum { MOST_DEPTH = 16 };

typedef struct {
    double *samples;
    MPI_Request request;
    int frame;
} slot_t;

typedef struct {
    MPI_Comm comm;
    int rank, size, right, left;
    int frames, samples, depth;
    slot_t ring[MOST_DEPTH];
    double *store; /* window memory, frames * samples */
    MPI_Win win;
} recorder_t;

static void recorder_create(recorder_t *r, int frames, int samples, int depth, MPI_Comm comm)
{
    const MPI_Aint cells = (MPI_Aint)frames * samples;

    r->comm = comm;
    MPI_Comm_rank(comm, &r->rank);
    MPI_Comm_size(comm, &r->size);
    r->right = (r->rank + 1) % r->size;
    r->left = (r->rank + r->size - 1) % r->size;
    r->frames = frames;
    r->samples = samples;
    r->depth = depth;
    for (int i = 0; i < depth; i++) {
        r->ring[i].samples = allocate((size_t)samples, sizeof(double));
        r->ring[i].request = MPI_REQUEST_NULL;
        r->ring[i].frame = -1;
    }
    MPI_Win_allocate(cells * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &r->store, &r->win);
    for (MPI_Aint i = 0; i < cells; i++)
        r->store[i] = -1.0;
    MPI_Win_lock_all(0, r->win);
    MPI_Barrier(comm);
}

static void recorder_destroy(recorder_t *r)
{
    MPI_Win_unlock_all(r->win);
    MPI_Win_free(&r->win);
    for (int i = 0; i < r->depth; i++)
        free(r->ring[i].samples);
}

static double sample(int rank, int frame, int i)
{
    return (double)rank + 0.5 * (double)frame + 0.001 * (double)i;
}

static void fill(const recorder_t *r, slot_t *slot, int frame)
{
    slot->frame = frame;
    for (int i = 0; i < r->samples; i++)
        slot->samples[i] = sample(r->rank, frame, i); //@ FILL
}

static void drain(slot_t *slot)
{
    if (slot->request != MPI_REQUEST_NULL)
        MPI_Wait(&slot->request, MPI_STATUS_IGNORE);
}

static void send_frame(recorder_t *r, slot_t *slot)
{
    const MPI_Aint place = (MPI_Aint)slot->frame * r->samples;

    MPI_Rput(slot->samples, r->samples, MPI_DOUBLE, r->right, place, r->samples, MPI_DOUBLE, r->win, &slot->request); //@ PUT
}

static void record(recorder_t *r)
{
    for (int frame = 0; frame < r->frames; frame++) {
        slot_t *slot = &r->ring[frame % r->depth];

        fill(r, slot, frame);
        drain(slot);
        send_frame(r, slot);
    }
    for (int i = 0; i < r->depth; i++)
        drain(&r->ring[i]);
    MPI_Win_flush_all(r->win);
    MPI_Barrier(r->comm);
}

static int verify(const recorder_t *r)
{
    int wrong = 0;

    MPI_Win_sync(r->win);
    for (int frame = 0; frame < r->frames; frame++)
        for (int i = 0; i < r->samples; i++)
            wrong += r->store[(size_t)frame * (size_t)r->samples + (size_t)i] != sample(r->left, frame, i);
    return wrong;
}

static int number(int argc, char **argv, int index, int fallback, int most)
{
    int value = fallback;

    if (index < argc && sscanf(argv[index], "%d", &value) != 1)
        die("an argument is not a number");
    if (value < 1 || value > most)
        die("an argument is out of its range");
    return value;
}

int main(int argc, char **argv)
{
    recorder_t recorder;
    int frames, samples, depth, wrong, all = 0;
    double start;

    MPI_Init(&argc, &argv);
    frames = number(argc, argv, 1, 40, 10000);
    samples = number(argc, argv, 2, 1000, 10000);
    depth = number(argc, argv, 3, 4, MOST_DEPTH);
    recorder_create(&recorder, frames, samples, depth, MPI_COMM_WORLD);
    start = MPI_Wtime();
    record(&recorder);
    start = MPI_Wtime() - start;
    wrong = verify(&recorder);
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (recorder.rank == 0)
        printf("%d frames, depth %d, %.4f s, %d samples wrong\n", frames, depth, start, all);
    recorder_destroy(&recorder);
    MPI_Finalize();
    return 0;
}
