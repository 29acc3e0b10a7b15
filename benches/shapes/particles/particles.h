#ifndef PARTICLES_H
#define PARTICLES_H

#include <mpi.h>
#include <stdint.h>

typedef struct {
    double x[3];
    double v[3];
    int64_t id;
    int32_t moves;
    int32_t pad;
} Particle;

typedef struct {
    Particle *items;
    int count;
    int capacity;
} ParticleList;

/* A periodic box, cut into slabs along x and y. */
typedef struct {
    MPI_Comm comm;
    int rank;
    int size;
    int dims[2];
    int coords[2];
    double box[3];
    double low[2];
    double high[2];
} Domain;

typedef struct {
    MPI_Win win;
    Particle *arrivals; /* window memory */
    int capacity;
    MPI_Datatype type;
    int *counts;  /* particles to each process */
    int *offsets; /* where they go in the arrivals there */
    int *starts;  /* where they start in the send buffer */
    Particle *outgoing;
    int outgoing_capacity;
} Migrator;

void die(const char *file, int line, const char *what, int code);
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        int rc_ = (call);                                                                                              \
        if (rc_ != MPI_SUCCESS) {                                                                                      \
            die(__FILE__, __LINE__, #call, rc_);                                                                       \
        }                                                                                                              \
    } while (0)
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            die(__FILE__, __LINE__, #condition, -1);                                                                   \
        }                                                                                                              \
    } while (0)

void domain_create(Domain *domain, const double box[3], MPI_Comm comm);
int domain_owner(const Domain *domain, const double x[3]);
void domain_free(Domain *domain);

void list_append(ParticleList *list, const Particle *particle);

void migrator_create(Migrator *migrator, const Domain *domain, int capacity);
int migrator_run(Migrator *migrator, const Domain *domain, ParticleList *list);
void migrator_free(Migrator *migrator);

#endif
