/* Several fields that are carried round a ring of processes, with halos on both sides and no barrier in the time loop.
 *
 * Each process has a slot for each side in its segment, in which its neighbour there puts its border, and one for each side from
 * which it sends. The receiver of a border copies it out and then gives the slot back with a notification (a credit); the sender waits for
 * the credit before it packs and writes again. So processes go on by what their neighbours have done only.
 *
 * Race-free: the border is read behind the gaspi_notify_waitsome for the notification that came with it (GASPI 17.1, 8.3), and the next
 * write into the slot follows the credit, which is sent behind the reads. The slot that is sent from is packed behind the credit too: the
 * receiver has seen the data, so the write that read the slot is complete at its source as well, without gaspi_wait.
 * gaspi_wait is called now and then, because a queue holds so many requests only, and at the end. Notifications are reset before
 * the message that lets the other side raise them again. The first values are stored before a barrier, and nothing is written
 * to slots before it.
 *
 * -DRACY: the credit is given before the border is copied out of the slot.
 */
//@ expect: error RMA201 WRITE COPY -- with -DRACY only; none without
#include <GASPI.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKED(call)                                                                                                  \
    do {                                                                                                               \
        gaspi_return_t r_ = (call);                                                                                    \
        if (r_ != GASPI_SUCCESS) {                                                                                     \
            gaspi_string_t text_ = NULL;                                                                               \
            gaspi_error_message(r_, &text_);                                                                           \
            fprintf(stderr, "line %d: %s: %s\n", __LINE__, #call, text_ != NULL ? text_ : "?");                        \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

enum { LEFT, RIGHT, SIDES };
enum { MAX_FIELDS = 8, HALO = 2 };
enum { DATA_ID = 0, CREDIT_ID = SIDES };

static const gaspi_segment_id_t segment = 3;

typedef struct {
    int cells; /* of a process */
    int fields;
    int steps;
    double courant;
    int report_every;
} Options;

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t size;
    gaspi_rank_t neighbour[SIDES];
    gaspi_queue_id_t queue;
    gaspi_number_t queue_limit;
    int slot; /* doubles */
    double *memory;
    long writes;
    long waits;
} Ring;

typedef struct {
    int cells;
    int fields;
    double *now[MAX_FIELDS];
    double *next[MAX_FIELDS];
} Fields;

/* ---- the ring ---- */

static double *send_slot(const Ring *ring, int side)
{
    return ring->memory + (long)side * ring->slot;
}

static double *receive_slot(const Ring *ring, int side)
{
    return ring->memory + (long)(SIDES + side) * ring->slot;
}

static gaspi_offset_t offset_of(const Ring *ring, const double *place)
{
    return (gaspi_offset_t)((const char *)place - (const char *)ring->memory);
}

static void ring_create(Ring *ring, const Options *options)
{
    gaspi_pointer_t pointer = NULL;
    gaspi_number_t depth = 0;

    CHECKED(gaspi_proc_rank(&ring->rank));
    CHECKED(gaspi_proc_num(&ring->size));
    ring->neighbour[LEFT] = (gaspi_rank_t)((ring->rank + ring->size - 1) % ring->size);
    ring->neighbour[RIGHT] = (gaspi_rank_t)((ring->rank + 1) % ring->size);
    ring->queue = 1;
    ring->slot = options->fields * HALO;
    ring->writes = 0;
    ring->waits = 0;
    CHECKED(gaspi_queue_size_max(&depth));
    ring->queue_limit = depth > 16 ? depth - 8 : depth / 2;
    CHECKED(gaspi_segment_create(segment, 2UL * SIDES * (gaspi_size_t)ring->slot * sizeof(double), GASPI_GROUP_ALL,
                                 GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    CHECKED(gaspi_segment_ptr(segment, &pointer));
    ring->memory = pointer;
}

static void wait_for(gaspi_notification_id_t id, gaspi_notification_t wanted)
{
    gaspi_notification_id_t got;
    gaspi_notification_t value = 0;

    CHECKED(gaspi_notify_waitsome(segment, id, 1, &got, GASPI_BLOCK));
    CHECKED(gaspi_notify_reset(segment, got, &value));
    if (value != wanted) {
        fprintf(stderr, "notification %d is %u, not %u\n", (int)id, value, wanted);
        abort();
    }
}

static void make_room(Ring *ring)
{
    gaspi_number_t length = 0;

    CHECKED(gaspi_queue_size(ring->queue, &length));
    if (length >= ring->queue_limit) {
        CHECKED(gaspi_wait(ring->queue, GASPI_BLOCK));
        ring->waits++;
    }
}

static void ring_send(Ring *ring, int side, int step)
{
    const int there = 1 - side;
    const gaspi_offset_t from = offset_of(ring, send_slot(ring, side));
    const gaspi_offset_t to = offset_of(ring, receive_slot(ring, there));

    make_room(ring);
    CHECKED(gaspi_write_notify(segment, from, ring->neighbour[side], segment, to, (gaspi_size_t)ring->slot * sizeof(double), (gaspi_notification_id_t)(DATA_ID + there), (gaspi_notification_t)(step + 1), ring->queue, GASPI_BLOCK)); //@ WRITE
    ring->writes++;
}

static void ring_wait_credit(int side, int step)
{
    wait_for((gaspi_notification_id_t)(CREDIT_ID + side), (gaspi_notification_t)(step + 1));
}

static void ring_give_credit(Ring *ring, int side, int step)
{
    make_room(ring);
    CHECKED(gaspi_notify(segment, ring->neighbour[side], (gaspi_notification_id_t)(CREDIT_ID + 1 - side), (gaspi_notification_t)(step + 1), ring->queue, GASPI_BLOCK));
}

static void ring_free(Ring *ring)
{
    CHECKED(gaspi_wait(ring->queue, GASPI_BLOCK));
    CHECKED(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    CHECKED(gaspi_segment_delete(segment));
    ring->memory = NULL;
}

/* ---- the fields ---- */

static double profile(int field, double x)
{
    const double pi = 3.14159265358979323846;

    return 1.0 + 0.5 * sin(2.0 * pi * (field + 1) * x);
}

static double *new_array(int cells)
{
    double *array = calloc((size_t)(cells + 2 * HALO), sizeof *array);

    if (array == NULL) {
        fprintf(stderr, "out of memory\n");
        abort();
    }
    return array + HALO;
}

static void fields_create(Fields *fields, const Ring *ring, const Options *options)
{
    const double total = (double)options->cells * ring->size;

    fields->cells = options->cells;
    fields->fields = options->fields;
    for (int f = 0; f < fields->fields; f++) {
        fields->now[f] = new_array(fields->cells);
        fields->next[f] = new_array(fields->cells);
        for (int i = 0; i < fields->cells; i++) {
            fields->now[f][i] = profile(f, ((double)ring->rank * fields->cells + i) / total);
        }
    }
}

static void fields_free(Fields *fields)
{
    for (int f = 0; f < fields->fields; f++) {
        free(fields->now[f] - HALO);
        free(fields->next[f] - HALO);
    }
}

static void pack(const Fields *fields, int side, double *slot)
{
    const int first = side == LEFT ? 0 : fields->cells - HALO;

    for (int f = 0; f < fields->fields; f++) {
        for (int i = 0; i < HALO; i++) {
            slot[f * HALO + i] = fields->now[f][first + i];
        }
    }
}

static void unpack(Fields *fields, int side, const double *slot)
{
    const int first = side == LEFT ? -HALO : fields->cells;

    for (int f = 0; f < fields->fields; f++) {
        memcpy(&fields->now[f][first], &slot[f * HALO], HALO * sizeof(double)); //@ COPY
    }
}

/* Second order upwind; odd fields run to the left. */
static double flow(const double *u, int i, int to_left, double courant)
{
    if (to_left) {
        return u[i] - courant * 0.5 * (-u[i + 2] + 4.0 * u[i + 1] - 3.0 * u[i]) * -1.0;
    }
    return u[i] - courant * 0.5 * (u[i - 2] - 4.0 * u[i - 1] + 3.0 * u[i]);
}

static void update(Fields *fields, int low, int high, double courant)
{
    for (int f = 0; f < fields->fields; f++) {
        for (int i = low; i < high; i++) {
            fields->next[f][i] = flow(fields->now[f], i, f % 2, courant);
        }
    }
}

static void turn(Fields *fields)
{
    for (int f = 0; f < fields->fields; f++) {
        double *swap = fields->now[f];

        fields->now[f] = fields->next[f];
        fields->next[f] = swap;
    }
}

/* ---- the time loop ---- */

static void time_step(Ring *ring, Fields *fields, int step, double courant)
{
    for (int side = 0; side < SIDES; side++) {
        if (step > 0) {
            ring_wait_credit(side, step - 1);
        }
        pack(fields, side, send_slot(ring, side));
        ring_send(ring, side, step);
    }
    update(fields, HALO, fields->cells - HALO, courant);
    for (int side = 0; side < SIDES; side++) {
        wait_for((gaspi_notification_id_t)(DATA_ID + side), (gaspi_notification_t)(step + 1));
#ifdef RACY
        ring_give_credit(ring, side, step);
        unpack(fields, side, receive_slot(ring, side));
#else
        unpack(fields, side, receive_slot(ring, side));
        ring_give_credit(ring, side, step);
#endif
    }
    update(fields, 0, HALO, courant);
    update(fields, fields->cells - HALO, fields->cells, courant);
    turn(fields);
}

static void sums(const Fields *fields, double *into)
{
    double mine[MAX_FIELDS];

    for (int f = 0; f < fields->fields; f++) {
        mine[f] = 0.0;
        for (int i = 0; i < fields->cells; i++) {
            mine[f] += fields->now[f][i];
        }
    }
    CHECKED(gaspi_allreduce(mine, into, (gaspi_number_t)fields->fields, GASPI_OP_SUM, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL,
                            GASPI_BLOCK));
}

static double distance(const Fields *fields, const Ring *ring, const Options *options)
{
    const double total = (double)options->cells * ring->size;
    double mine = 0.0;
    double worst = 0.0;

    for (int f = 0; f < fields->fields; f++) {
        const double way = options->courant * options->steps * (f % 2 ? 1.0 : -1.0);

        for (int i = 0; i < fields->cells; i++) {
            const double wanted = profile(f, ((double)ring->rank * fields->cells + i + way) / total);

            mine = fmax(mine, fabs(fields->now[f][i] - wanted));
        }
    }
    CHECKED(gaspi_allreduce(&mine, &worst, 1, GASPI_OP_MAX, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK));
    return worst;
}

static int parse(int argc, char **argv, Options *options)
{
    options->cells = 200;
    options->fields = 3;
    options->steps = 300;
    options->courant = 0.1;
    options->report_every = 100;
    for (int i = 1; i + 1 < argc; i += 2) {
        switch (argv[i][0] == '-' ? argv[i][1] : 0) {
        case 'n':
            options->cells = atoi(argv[i + 1]);
            break;
        case 'f':
            options->fields = atoi(argv[i + 1]);
            break;
        case 's':
            options->steps = atoi(argv[i + 1]);
            break;
        case 'c':
            options->courant = atof(argv[i + 1]);
            break;
        case 'r':
            options->report_every = atoi(argv[i + 1]);
            break;
        default:
            return -1;
        }
    }
    return options->cells >= 2 * HALO && options->fields >= 1 && options->fields <= MAX_FIELDS && options->steps >= 1 &&
                   options->report_every >= 1
               ? 0
               : -1;
}

int main(int argc, char **argv)
{
    Options options;
    Ring ring;
    Fields fields;
    double before[MAX_FIELDS];
    double after[MAX_FIELDS];
    double worst;
    int errors = 0;

    if (parse(argc, argv, &options) != 0) {
        fprintf(stderr, "usage: %s [-n cells] [-f fields] [-s steps] [-c courant] [-r report every]\n", argv[0]);
        return 1;
    }
    CHECKED(gaspi_proc_init(GASPI_BLOCK));
    ring_create(&ring, &options);
    fields_create(&fields, &ring, &options);
    sums(&fields, before);
    CHECKED(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));

    for (int step = 0; step < options.steps; step++) {
        time_step(&ring, &fields, step, options.courant);
        if (ring.rank == 0 && (step + 1) % options.report_every == 0) {
            printf("step %d: %ld writes, %ld waits\n", step + 1, ring.writes, ring.waits);
        }
    }
    for (int side = 0; side < SIDES; side++) {
        ring_wait_credit(side, options.steps - 1);
    }

    sums(&fields, after);
    worst = distance(&fields, &ring, &options);
    for (int f = 0; f < options.fields; f++) {
        errors += fabs(after[f] - before[f]) > 1e-8 * fabs(before[f]);
    }
    errors += worst > 0.05;
    if (ring.rank == 0) {
        printf("%d fields, %d processes: distance %.3e, %s\n", options.fields, ring.size, worst, errors == 0 ? "ok" : "FAILED");
    }
    ring_free(&ring);
    fields_free(&fields);
    CHECKED(gaspi_proc_term(GASPI_BLOCK));
    return errors != 0;
}
