/*
 * Several coupled fields on a ring of pieces, each field in a segment of its own that is made in a loop. In a step the last cell of every field
 * goes into the ghost cell of the right neighbour, with a notification in the segment of the field; a field is advanced with its own
 * ghost cell and that of the field that it is coupled with.
 *
 * Race-free. The notifications of all fields have been found and reset before the first field is advanced (GASPI 17.1, 8.3). The
 * last cells are stored to behind gaspi_wait on the queue (8.2), and the barrier at the end of the step orders the loads of the ghost
 * cells before the writes of the next one, and their arrival, known by then, as well. First values are stored before a barrier.
 */
//@ expect: none
//@ twin: coupled_fields_segments_race.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_FIELDS 8
#define QUEUE 0

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        if ((call) != GASPI_SUCCESS) {                                                                                 \
            fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call);                                          \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

typedef struct {
    gaspi_segment_id_t segment;
    double *cell;    /* cell[0] is the ghost cell, 1 to cells are own */
    double *next;    /* private */
    double speed;
} Field;

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t right;
    int cells;
    int fields;
    Field field[MAX_FIELDS];
} Domain;

typedef struct {
    int cells;
    int fields;
    int steps;
} Options;

static void field_create(Field *field, int number, const Domain *domain)
{
    gaspi_pointer_t pointer;

    field->segment = (gaspi_segment_id_t)number;
    field->speed = 0.1 + 0.05 * number;
    OK(gaspi_segment_create(field->segment, (gaspi_size_t)(domain->cells + 1) * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    OK(gaspi_segment_ptr(field->segment, &pointer));
    field->cell = pointer;
    field->next = malloc((size_t)(domain->cells + 1) * sizeof(double));
    if (field->next == NULL)
        exit(EXIT_FAILURE);
    for (int i = 0; i <= domain->cells; i++)
        field->cell[i] = number + (domain->rank == 0 && i < 10 ? 1.0 : 0.0);
}

static void domain_create(Domain *domain, const Options *options)
{
    gaspi_rank_t num;

    OK(gaspi_proc_rank(&domain->rank));
    OK(gaspi_proc_num(&num));
    domain->right = (gaspi_rank_t)((domain->rank + 1) % num);
    domain->cells = options->cells;
    domain->fields = options->fields;
    for (int f = 0; f < domain->fields; f++)
        field_create(&domain->field[f], f, domain);
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static void domain_delete(Domain *domain)
{
    for (int f = domain->fields - 1; f >= 0; f--) {
        free(domain->field[f].next);
        OK(gaspi_segment_delete(domain->field[f].segment));
    }
}

static void post_ghosts(const Domain *domain)
{
    for (int f = 0; f < domain->fields; f++) {
        const Field *field = &domain->field[f];
        const gaspi_offset_t last = (gaspi_offset_t)domain->cells * sizeof(double);

        OK(gaspi_write_notify(field->segment, last, domain->right, field->segment, 0, sizeof(double), 0, 1, QUEUE, GASPI_BLOCK)); //@ WRITE
    }
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
}

static void wait_for_ghost(const Field *field)
{
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    OK(gaspi_notify_waitsome(field->segment, 0, 1, &id, GASPI_BLOCK));
    OK(gaspi_notify_reset(field->segment, id, &value));
}

static void advance(Domain *domain, int f)
{
    Field *field = &domain->field[f];
    const Field *coupled = &domain->field[(f + 1) % domain->fields];

    for (int i = 1; i <= domain->cells; i++) {
        const double source = coupled->cell[i - 1]; //@ LOAD

        field->next[i] = field->cell[i] - field->speed * (field->cell[i] - field->cell[i - 1]) + 1e-3 * source;
    }
    memcpy(field->cell + 1, field->next + 1, (size_t)domain->cells * sizeof(double));
}

static void step(Domain *domain)
{
    post_ghosts(domain);
    for (int f = 0; f < domain->fields; f++)
        wait_for_ghost(&domain->field[f]);
    for (int f = 0; f < domain->fields; f++)
        advance(domain, f);
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static Options parse(int argc, char **argv)
{
    Options options = {1000, 3, 100};
    int option;

    while ((option = getopt(argc, argv, "c:f:s:")) != -1) {
        if (option == 'c')
            options.cells = atoi(optarg);
        else if (option == 'f')
            options.fields = atoi(optarg);
        else if (option == 's')
            options.steps = atoi(optarg);
    }
    if (options.cells < 10 || options.cells > 10000000 || options.fields < 2 || options.fields > MAX_FIELDS || options.steps < 1) {
        fprintf(stderr, "usage: %s [-c cells] [-f fields, 2 to %d] [-s steps]\n", argv[0], MAX_FIELDS);
        exit(EXIT_FAILURE);
    }
    return options;
}

int main(int argc, char **argv)
{
    Domain domain;

    OK(gaspi_proc_init(GASPI_BLOCK));
    const Options options = parse(argc, argv);
    domain_create(&domain, &options);

    for (int s = 0; s < options.steps; s++)
        step(&domain);

    for (int f = 0; f < domain.fields; f++) {
        double own = 0.0, all = 0.0;

        for (int i = 1; i <= domain.cells; i++)
            own += domain.field[f].cell[i];
        OK(gaspi_allreduce(&own, &all, 1, GASPI_OP_SUM, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK));
        if (domain.rank == 0)
            printf("field %d: sum %.6f\n", f, all);
    }
    domain_delete(&domain);
    OK(gaspi_proc_term(GASPI_BLOCK));
    return 0;
}
