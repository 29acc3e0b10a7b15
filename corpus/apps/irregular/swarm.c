#include "particles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void quit(const char *text, int code)
{
    fprintf(stderr, "irregular: %s (%d)\n", text, code);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

void *obtain(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL)
        quit("out of memory", MPI_ERR_NO_MEM);
    return memory;
}

int owner_of(double where, int size)
{
    int owner = (int)(where * size);

    return owner < size ? owner : size - 1;
}

void swarm_create(struct Swarm *swarm, int count, int rank, int size)
{
    swarm->count = count;
    swarm->capacity = 4 * count + 64;
    swarm->particles = obtain((size_t)swarm->capacity, sizeof *swarm->particles);
    for (int i = 0; i < count; i++) {
        double number = (double)rank * count + i;

        /* Spread evenly over the own arc; the speeds fill -1 .. 1 without a pattern. */
        swarm->particles[i].where = (rank + (i + 0.5) / count) / size;
        swarm->particles[i].speed = 2.0 * fmod(0.6180339887498949 * (number + 1.0), 1.0) - 1.0;
        swarm->particles[i].number = number;
    }
}

void swarm_destroy(struct Swarm *swarm)
{
    free(swarm->particles);
    swarm->particles = NULL;
}

void swarm_move(struct Swarm *swarm, double time)
{
    for (int i = 0; i < swarm->count; i++) {
        struct Particle *particle = &swarm->particles[i];

        particle->where += time * particle->speed;
        particle->where -= floor(particle->where);
    }
}
