/*
 * Gravity with all pairs: each process has a block of bodies. In a step it reads the blocks of the others one after the other into one of two
 * halves of a work segment, a block ahead: while it adds up the forces of block k, block k + 1 is on its way on the other queue.
 *
 * The race: the wait for the queue of block k stands behind the forces of block k, not before. Any process in step 0: the read of block 0 is pending
 * while the forces of block 0 are added up from its half: `bodies` bodies of the work segment (GASPI 17.1, 8.2: the destination is
 * valid behind gaspi_wait). Each half is through before it is read into again, and all are before the barrier.
 */
//@ expect: error RMA102 READ LOAD
//@ twin: nbody_read_ahead_ok.c
#include <GASPI.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(gaspi_return_t result, int line)
{
    if (result != GASPI_SUCCESS) {
        fprintf(stderr, "line %d: GASPI returned %d\n", line, (int)result);
        exit(EXIT_FAILURE);
    }
}
#define CHECK(call) check((call), __LINE__)

typedef struct {
    double x[3];
    double mass;
} Body;

typedef struct {
    double f[3];
} Force;

enum { OWN = 0, WORK = 1 };

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t num;
    int bodies;        /* of a process */
    Body *own;
    Body *work;        /* [2][bodies] */
    double (*speed)[3];
    Force *force;
} System;

static void *create_segment(gaspi_segment_id_t id, gaspi_size_t size)
{
    gaspi_pointer_t pointer = NULL;

    CHECK(gaspi_segment_create(id, size, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    CHECK(gaspi_segment_ptr(id, &pointer));
    return pointer;
}

static void system_create(System *s, int bodies)
{
    CHECK(gaspi_proc_rank(&s->rank));
    CHECK(gaspi_proc_num(&s->num));
    s->bodies = bodies;
    s->own = create_segment(OWN, (gaspi_size_t)bodies * sizeof(Body));
    s->work = create_segment(WORK, 2 * (gaspi_size_t)bodies * sizeof(Body));
    s->speed = calloc((size_t)bodies, sizeof *s->speed);
    s->force = calloc((size_t)bodies, sizeof(Force));
    if (s->speed == NULL || s->force == NULL)
        exit(EXIT_FAILURE);
    for (int i = 0; i < bodies; i++) {
        const double angle = 0.37 * (s->rank * bodies + i);
        const Body body = {{cos(angle) * (1 + i), sin(angle) * (1 + i), 0.1 * s->rank}, 1.0 + i % 3};

        s->own[i] = body;
    }
    CHECK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static void system_delete(System *s)
{
    free(s->force);
    free(s->speed);
    CHECK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    CHECK(gaspi_segment_delete(WORK));
    CHECK(gaspi_segment_delete(OWN));
}

/* Block k of this process is that of rank + k, so that not all read from one process at a time. */
static void read_block(const System *s, int k)
{
    const gaspi_rank_t from = (gaspi_rank_t)((s->rank + k) % s->num);
    const gaspi_size_t size = (gaspi_size_t)s->bodies * sizeof(Body);

    CHECK(gaspi_read(WORK, (gaspi_offset_t)(k % 2) * size, from, OWN, 0, size, (gaspi_queue_id_t)(k % 2), GASPI_BLOCK)); //@ READ
}

static void wait_for_block(int k)
{
    CHECK(gaspi_wait((gaspi_queue_id_t)(k % 2), GASPI_BLOCK));
}

static void add_forces(const System *s, int k)
{
    const Body *block = s->work + (size_t)(k % 2) * (size_t)s->bodies;

    for (int j = 0; j < s->bodies; j++) {
        const Body other = block[j]; //@ LOAD

        for (int i = 0; i < s->bodies; i++) {
            const Body *body = &s->own[i];
            const double d[3] = {other.x[0] - body->x[0], other.x[1] - body->x[1], other.x[2] - body->x[2]};
            const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-3;
            const double scale = body->mass * other.mass / (r2 * sqrt(r2));

            for (int axis = 0; axis < 3; axis++)
                s->force[i].f[axis] += scale * d[axis];
        }
    }
}

static void forces(const System *s)
{
    memset(s->force, 0, (size_t)s->bodies * sizeof(Force));
    read_block(s, 0);
    for (int k = 0; k < s->num; k++) {
        if (k + 1 < s->num)
            read_block(s, k + 1);
        add_forces(s, k);
        wait_for_block(k);
    }
}

static void move(System *s, double dt)
{
    for (int i = 0; i < s->bodies; i++)
        for (int axis = 0; axis < 3; axis++) {
            s->speed[i][axis] += dt * s->force[i].f[axis] / s->own[i].mass;
            s->own[i].x[axis] += dt * s->speed[i][axis];
        }
}

static double kinetic(const System *s)
{
    double own = 0.0, all = 0.0;

    for (int i = 0; i < s->bodies; i++)
        for (int axis = 0; axis < 3; axis++)
            own += 0.5 * s->own[i].mass * s->speed[i][axis] * s->speed[i][axis];
    CHECK(gaspi_allreduce(&own, &all, 1, GASPI_OP_SUM, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK));
    return all;
}

int main(int argc, char **argv)
{
    int bodies = 256, steps = 10;
    double dt = 1e-3;
    System s;

    CHECK(gaspi_proc_init(GASPI_BLOCK));
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "bodies=", 7) == 0)
            bodies = atoi(argv[i] + 7);
        else if (strncmp(argv[i], "steps=", 6) == 0)
            steps = atoi(argv[i] + 6);
        else if (strncmp(argv[i], "dt=", 3) == 0)
            dt = atof(argv[i] + 3);
    }
    if (bodies < 1 || bodies > 1 << 20 || steps < 1) {
        fprintf(stderr, "usage: %s [bodies=n] [steps=n] [dt=x]\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    system_create(&s, bodies);

    for (int step = 0; step < steps; step++) {
        forces(&s);
        CHECK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
        move(&s, dt);
        CHECK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    }
    const double energy = kinetic(&s);
    if (s.rank == 0)
        printf("%d bodies, %d steps, kinetic energy %.9g\n", s.num * bodies, steps, energy);

    system_delete(&s);
    CHECK(gaspi_proc_term(GASPI_BLOCK));
    return 0;
}
