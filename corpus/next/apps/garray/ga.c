#include "ga.h"

#include <stdio.h>
#include <stdlib.h>

struct ga {
    MPI_Comm comm;
    MPI_Win win;
    double *base;
    long length, block;
    int rank, size;
};

enum transfer { GET, PUT, ACC };

#define GA_TRY(call)                \
    do {                            \
        if ((call) != MPI_SUCCESS)  \
            return GA_COMM;         \
    } while (0)

static void *ga_malloc(size_t bytes)
{
    void *memory = malloc(bytes);

    if (memory == NULL) {
        fputs("global array: out of memory\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

ga_t ga_create(MPI_Comm comm, long length)
{
    ga_t ga = ga_malloc(sizeof *ga);

    MPI_Comm_dup(comm, &ga->comm);
    MPI_Comm_rank(ga->comm, &ga->rank);
    MPI_Comm_size(ga->comm, &ga->size);
    ga->length = length;
    ga->block = (length + ga->size - 1) / ga->size;
    MPI_Win_allocate((MPI_Aint)(ga->block * (long)sizeof(double)), sizeof(double), MPI_INFO_NULL, ga->comm, &ga->base,
                     &ga->win);
    for (long i = 0; i < ga->block; i++)
        ga->base[i] = 0.0;
    MPI_Win_lock_all(0, ga->win);
    ga_sync(ga);
    return ga;
}

void ga_destroy(ga_t *handle)
{
    ga_t ga = *handle;

    MPI_Win_unlock_all(ga->win);
    MPI_Win_free(&ga->win);
    MPI_Comm_free(&ga->comm);
    free(ga);
    *handle = NULL;
}

void ga_distribution(ga_t ga, long *low, long *high)
{
    *low = ga->rank * ga->block;
    *high = *low + ga->block;
    if (*low > ga->length)
        *low = ga->length;
    if (*high > ga->length)
        *high = ga->length;
}

static enum ga_status transfer(ga_t ga, enum transfer what, long low, long high, double *buffer)
{
    if (low < 0 || high > ga->length || low > high)
        return GA_BOUNDS;
    for (long at = low; at < high;) {
        int owner = (int)(at / ga->block);
        long end = (owner + 1) * ga->block < high ? (owner + 1) * ga->block : high;
        int count = (int)(end - at);
        MPI_Aint disp = (MPI_Aint)(at - owner * ga->block);
        double *piece = buffer + (at - low);

        switch (what) {
        case GET:
            GA_TRY(MPI_Get(piece, count, MPI_DOUBLE, owner, disp, count, MPI_DOUBLE, ga->win));
            break;
        case PUT:
            GA_TRY(MPI_Put(piece, count, MPI_DOUBLE, owner, disp, count, MPI_DOUBLE, ga->win)); //@ PUT
            break;
        case ACC:
            GA_TRY(MPI_Accumulate(piece, count, MPI_DOUBLE, owner, disp, count, MPI_DOUBLE, MPI_SUM, ga->win));
            break;
        }
        at = end;
    }
    return GA_OK;
}

enum ga_status ga_get(ga_t ga, long low, long high, double *buffer)
{
    enum ga_status status = transfer(ga, GET, low, high, buffer);

    GA_TRY(MPI_Win_flush_local_all(ga->win));
    return status;
}

enum ga_status ga_put(ga_t ga, long low, long high, const double *buffer)
{
    enum ga_status status = transfer(ga, PUT, low, high, (double *)buffer);

    GA_TRY(MPI_Win_flush_local_all(ga->win));
    return status;
}

enum ga_status ga_acc(ga_t ga, long low, long high, const double *buffer)
{
    enum ga_status status = transfer(ga, ACC, low, high, (double *)buffer);

    GA_TRY(MPI_Win_flush_local_all(ga->win));
    return status;
}

enum ga_status ga_nbput(ga_t ga, long low, long high, const double *buffer)
{
    return transfer(ga, PUT, low, high, (double *)buffer);
}

void ga_wait(ga_t ga)
{
    MPI_Win_flush_local_all(ga->win);
}

void ga_sync(ga_t ga)
{
    MPI_Win_flush_all(ga->win);
    MPI_Win_sync(ga->win);
    MPI_Barrier(ga->comm);
    MPI_Win_sync(ga->win);
}
