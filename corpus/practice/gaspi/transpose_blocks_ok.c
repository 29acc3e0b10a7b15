/*
 * Repeated transposition of a square matrix that is cut into strips of rows, one strip a process, as in a Fourier transform in two
 * dimensions. A block for each process is packed and written there with the own rank as the notification; blocks are unpacked as
 * they come.
 *
 * Race-free. The block that is unpacked is that of the notification which was found and reset (GASPI 17.1, 8.3.2, 8.3.4); a process finds
 * each of its `num` notifications once a round. Packed blocks are filled anew behind gaspi_wait on the queue (8.2), and a barrier at the
 * end of the round orders the loads of all before the next writes. A process writes its own block to itself as well.
 */
//@ expect: none
//@ twin: transpose_blocks_race.c
#include <GASPI.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SUCCESS_OR_DIE(...)                                                                                            \
    do {                                                                                                               \
        const gaspi_return_t r = __VA_ARGS__;                                                                          \
        if (r != GASPI_SUCCESS) {                                                                                      \
            printf("Error: '%s' [%s:%i]: %i\n", #__VA_ARGS__, __FILE__, __LINE__, r);                                  \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t num;
    int rows;               /* of a strip; the matrix has num * rows rows and columns */
    gaspi_size_t block;     /* bytes of a block of rows * rows */
    gaspi_segment_id_t out; /* packed blocks */
    gaspi_segment_id_t in;  /* landing zone, a block for each process */
    double *packed;
    double *landed;
    double *strip;          /* private, rows * (num * rows) */
} Transpose;

static void transpose_create(Transpose *t, int rows)
{
    gaspi_pointer_t pointer;

    SUCCESS_OR_DIE(gaspi_proc_rank(&t->rank));
    SUCCESS_OR_DIE(gaspi_proc_num(&t->num));
    t->rows = rows;
    t->block = (gaspi_size_t)rows * (gaspi_size_t)rows * sizeof(double);
    t->out = 0;
    t->in = 1;
    SUCCESS_OR_DIE(gaspi_segment_create(t->out, t->num * t->block, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
    SUCCESS_OR_DIE(gaspi_segment_create(t->in, t->num * t->block, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
    SUCCESS_OR_DIE(gaspi_segment_ptr(t->out, &pointer));
    t->packed = pointer;
    SUCCESS_OR_DIE(gaspi_segment_ptr(t->in, &pointer));
    t->landed = pointer;
    t->strip = malloc(t->num * t->block);
    if (t->strip == NULL)
        exit(EXIT_FAILURE);
    const int columns = rows * t->num;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            t->strip[i * columns + j] = (t->rank * rows + i) + 0.0001 * j;
}

static void transpose_delete(Transpose *t)
{
    free(t->strip);
    SUCCESS_OR_DIE(gaspi_segment_delete(t->in));
    SUCCESS_OR_DIE(gaspi_segment_delete(t->out));
}

static void pack(Transpose *t, int to)
{
    const int columns = t->rows * t->num;
    double *block = t->packed + (size_t)to * (size_t)(t->rows * t->rows);

    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->rows; j++)
            block[j * t->rows + i] = t->strip[i * columns + to * t->rows + j];
}

static void unpack(Transpose *t, int from)
{
    const int columns = t->rows * t->num;
    const double *block = t->landed + (size_t)from * (size_t)(t->rows * t->rows);

    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->rows; j++)
            t->strip[i * columns + from * t->rows + j] = block[i * t->rows + j]; //@ LOAD
}

static void send_block(const Transpose *t, gaspi_rank_t to, gaspi_queue_id_t queue)
{
    SUCCESS_OR_DIE(gaspi_write_notify(t->out, to * t->block, to, t->in, t->rank * t->block, t->block, t->rank, 1, queue, GASPI_BLOCK)); //@ WRITE
}

static gaspi_notification_id_t next_block(const Transpose *t)
{
    gaspi_notification_id_t id;
    gaspi_notification_t value = 0;

    do {
        SUCCESS_OR_DIE(gaspi_notify_waitsome(t->in, 0, t->num, &id, GASPI_BLOCK));
        SUCCESS_OR_DIE(gaspi_notify_reset(t->in, id, &value));
    } while (value == 0);
    return id;
}

static void transpose(Transpose *t)
{
    const gaspi_queue_id_t queue = 0;

    for (int step = 0; step < t->num; step++) {
        const int to = (t->rank + step) % t->num;

        pack(t, to);
        send_block(t, (gaspi_rank_t)to, queue);
    }
    for (int k = 0; k < t->num; k++) {
        unpack(t, next_block(t));
    }
    SUCCESS_OR_DIE(gaspi_wait(queue, GASPI_BLOCK));
    SUCCESS_OR_DIE(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

/* After an even number of transpositions the matrix is the first one again. */
static long wrong(const Transpose *t)
{
    const int columns = t->rows * t->num;
    long count = 0;

    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < columns; j++)
            count += fabs(t->strip[i * columns + j] - ((t->rank * t->rows + i) + 0.0001 * j)) > 1e-12;
    return count;
}

int main(int argc, char **argv)
{
    int rows = 32, rounds = 10, option;
    gaspi_time_t start, end;
    Transpose t;

    SUCCESS_OR_DIE(gaspi_proc_init(GASPI_BLOCK));
    while ((option = getopt(argc, argv, "r:n:")) != -1) {
        if (option == 'r')
            rows = atoi(optarg);
        else if (option == 'n')
            rounds = atoi(optarg);
    }
    if (rows < 1 || rows > 1024 || rounds < 1) {
        printf("usage: %s [-r rows of a strip] [-n rounds]\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    transpose_create(&t, rows);

    SUCCESS_OR_DIE(gaspi_time_get(&start));
    for (int round = 0; round < 2 * rounds; round++)
        transpose(&t);
    SUCCESS_OR_DIE(gaspi_time_get(&end));
    printf("rank %d: %d transpositions in %.3f, %ld elements wrong\n", t.rank, 2 * rounds, end - start, wrong(&t));

    transpose_delete(&t);
    SUCCESS_OR_DIE(gaspi_proc_term(GASPI_BLOCK));
    return 0;
}
