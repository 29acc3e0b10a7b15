/*
 * Diffusion on a ring that is cut into pieces, one a process. Grid and ghost cells lie in one segment, two halves each. In a step the border
 * cells go into the ghost cells of both neighbours with a notification for each side; when both have come, the other half of the grid is
 * computed. There is no barrier in the time loop, and the queue is waited for only now and then, so that it does not fill up.
 *
 * Race-free. Ghost cells and notifications are those of the parity of the step. A neighbour that writes in step s + 2 has found what this
 * process sent in step s + 1, behind its last load of the ghost cells and its reset in step s (GASPI 17.1, 8.3.2 to 8.3.4). The data of
 * gaspi_write_notify are covered by its own notification. The border cells of a half are stored to again in step s + 1, when the
 * notifications of both neighbours for s + 1 have come: they were posted behind the arrival of what was sent in step s, so
 * these writes are through with their source. The first values are stored before a barrier; a ring of one writes to itself.
 */
//@ expect: none
//@ twin: diffusion_ring_halves_race.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        const gaspi_return_t result_ = (call);                                                                         \
        if (result_ != GASPI_SUCCESS) {                                                                                \
            fprintf(stderr, "%s:%d: %s returned %d\n", __FILE__, __LINE__, #call, (int)result_);                       \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

enum { LEFT, RIGHT, SIDES };
enum { SEGMENT = 0, QUEUE = 0, WIDTH = 2 };

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t neighbour[SIDES];
    int cells;
    double *base;            /* the segment */
    gaspi_offset_t half[2];  /* grids, in doubles */
    gaspi_offset_t ghost;    /* [SIDES][2][WIDTH] */
} Piece;

static gaspi_offset_t ghost_offset(const Piece *piece, int side, int step)
{
    return piece->ghost + (gaspi_offset_t)((side * 2 + step % 2) * WIDTH);
}

static void piece_create(Piece *piece, int cells)
{
    gaspi_rank_t num;
    gaspi_pointer_t memory;

    CHECK(gaspi_proc_rank(&piece->rank));
    CHECK(gaspi_proc_num(&num));
    piece->neighbour[LEFT] = (gaspi_rank_t)((piece->rank + num - 1) % num);
    piece->neighbour[RIGHT] = (gaspi_rank_t)((piece->rank + 1) % num);
    piece->cells = cells;
    piece->half[0] = 0;
    piece->half[1] = (gaspi_offset_t)cells;
    piece->ghost = 2 * (gaspi_offset_t)cells;
    CHECK(gaspi_segment_create(SEGMENT, (piece->ghost + SIDES * 2 * WIDTH) * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    CHECK(gaspi_segment_ptr(SEGMENT, &memory));
    piece->base = memory;
    for (int i = 0; i < cells; i++)
        piece->base[i] = piece->rank == 0 && i < cells / 2 ? 1.0 : 0.0;
    CHECK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static void piece_delete(Piece *piece)
{
    CHECK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    CHECK(gaspi_segment_delete(SEGMENT));
    piece->base = NULL;
}

static void send_borders(const Piece *piece, int step)
{
    for (int side = 0; side < SIDES; side++) {
        const int there = side == LEFT ? RIGHT : LEFT;
        const gaspi_offset_t from = piece->half[step % 2] + (gaspi_offset_t)(side == LEFT ? 0 : piece->cells - WIDTH);
        const gaspi_offset_t to = ghost_offset(piece, there, step);

        CHECK(gaspi_write_notify(SEGMENT, from * sizeof(double), piece->neighbour[side], SEGMENT, to * sizeof(double), WIDTH * sizeof(double), (gaspi_notification_id_t)(step % 2 * SIDES + there), (gaspi_notification_t)(step + 1), QUEUE, GASPI_BLOCK)); //@ WRITE
    }
}

static void receive_borders(int step)
{
    for (int missing = SIDES; missing > 0; missing--) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;

        CHECK(gaspi_notify_waitsome(SEGMENT, (gaspi_notification_id_t)(step % 2 * SIDES), SIDES, &id, GASPI_BLOCK));
        CHECK(gaspi_notify_reset(SEGMENT, id, &value));
        if (value != (gaspi_notification_t)(step + 1)) {
            fprintf(stderr, "notification %d has value %u in step %d\n", (int)id, value, step);
            exit(EXIT_FAILURE);
        }
    }
}

static double value_at(const Piece *piece, int i, int step)
{
    if (i < 0 || i >= piece->cells) {
        const int side = i < 0 ? LEFT : RIGHT;
        const int k = i < 0 ? WIDTH + i : i - piece->cells;

        return piece->base[ghost_offset(piece, side, step) + (gaspi_offset_t)k]; //@ LOAD
    }
    return piece->base[piece->half[step % 2] + (gaspi_offset_t)i];
}

static void compute(Piece *piece, int step)
{
    double *next = piece->base + piece->half[(step + 1) % 2];

    for (int i = 0; i < piece->cells; i++)
        next[i] = 0.1 * (value_at(piece, i - 2, step) + value_at(piece, i + 2, step)) + 0.2 * (value_at(piece, i - 1, step) + value_at(piece, i + 1, step)) + 0.4 * value_at(piece, i, step);
}

int main(int argc, char **argv)
{
    int cells = 1000, steps = 500, drain = 16;
    double sum = 0.0, total = 0.0;
    Piece piece;

    CHECK(gaspi_proc_init(GASPI_BLOCK));
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--cells") == 0)
            cells = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--steps") == 0)
            steps = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--drain") == 0)
            drain = atoi(argv[i + 1]);
    }
    if (cells < 2 * WIDTH || cells > 10000000 || steps < 2 || drain < 1) {
        fprintf(stderr, "usage: %s [--cells n] [--steps n] [--drain n]\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    piece_create(&piece, cells);

    for (int step = 0; step < steps; step++) {
        send_borders(&piece, step);
        receive_borders(step);
        compute(&piece, step);
        if (step % drain == drain - 1)
            CHECK(gaspi_wait(QUEUE, GASPI_BLOCK));
    }
    CHECK(gaspi_wait(QUEUE, GASPI_BLOCK));

    for (int i = 0; i < cells; i++)
        sum += piece.base[piece.half[steps % 2] + (gaspi_offset_t)i];
    CHECK(gaspi_allreduce(&sum, &total, 1, GASPI_OP_SUM, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (piece.rank == 0)
        printf("%d steps, sum %.9f\n", steps, total);

    piece_delete(&piece);
    CHECK(gaspi_proc_term(GASPI_BLOCK));
    return 0;
}
