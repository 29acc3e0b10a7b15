#include "bodies.h"
#include "mpi_check.h"

#include <math.h>
#include <stdlib.h>

static void *allocate(size_t bytes)
{
    void *p = malloc(bytes);

    if (!p) {
        perror("malloc");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return p;
}

void bodies_create(struct Bodies *b, int count, MPI_Comm comm)
{
    size_t bytes = (size_t)count * sizeof(struct Source);
    int rank;

    TRY(MPI_Comm_rank(comm, &rank));
    b->count = count;
    TRY(MPI_Win_allocate((MPI_Aint)bytes, sizeof(struct Source), MPI_INFO_NULL, comm, &b->source, &b->window));
    b->velocity = allocate((size_t)count * 3 * sizeof(double));
    b->force = allocate((size_t)count * 3 * sizeof(double));
    b->fetched[0] = allocate(bytes);
    b->fetched[1] = allocate(bytes);

    srand48(17 + rank);
    for (int i = 0; i < count; i++) {
        b->source[i] = (struct Source){ drand48(), drand48(), drand48(), 1.0 / count };
        for (int d = 0; d < 3; d++)
            b->velocity[3 * i + d] = 0.01 * (drand48() - 0.5);
    }
}

void bodies_free(struct Bodies *b)
{
    TRY(MPI_Win_free(&b->window));
    free(b->velocity);
    free(b->force);
    free(b->fetched[0]);
    free(b->fetched[1]);
}

void bodies_attract(struct Bodies *b, const struct Source *other)
{
    for (int i = 0; i < b->count; i++) {
        const struct Source *me = &b->source[i];
        double fx = 0.0, fy = 0.0, fz = 0.0;

        for (int j = 0; j < b->count; j++) {
            double dx = other[j].x - me->x; //@ READ_X
            double dy = other[j].y - me->y; //@ READ_Y
            double dz = other[j].z - me->z; //@ READ_Z
            double r2 = dx * dx + dy * dy + dz * dz + 1e-4;
            double w = other[j].mass / (r2 * sqrt(r2)); //@ READ_M

            fx += w * dx;
            fy += w * dy;
            fz += w * dz;
        }
        b->force[3 * i + 0] += fx;
        b->force[3 * i + 1] += fy;
        b->force[3 * i + 2] += fz;
    }
}

void bodies_move(struct Bodies *b, double dt)
{
    for (int i = 0; i < b->count; i++) {
        double *v = b->velocity + 3 * i, *f = b->force + 3 * i;

        v[0] += dt * f[0];
        v[1] += dt * f[1];
        v[2] += dt * f[2];
        b->source[i].x += dt * v[0];
        b->source[i].y += dt * v[1];
        b->source[i].z += dt * v[2];
    }
}

double bodies_energy(const struct Bodies *b)
{
    double sum = 0.0;

    for (int i = 0; i < 3 * b->count; i++)
        sum += 0.5 * b->velocity[i] * b->velocity[i];
    return sum / b->count;
}
