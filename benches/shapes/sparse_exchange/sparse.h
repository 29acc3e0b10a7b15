#ifndef SPARSE_H
#define SPARSE_H

#include <mpi.h>

#define MAX_NEIGHBOURS 8

#define CHECK(call)                                            \
    do {                                                       \
        int check_code = (call);                               \
        if (check_code != MPI_SUCCESS)                         \
            mpi_failed(#call, __FILE__, __LINE__, check_code); \
    } while (0)

struct options {
    int steps, particles, values;
    int every;              /* steps from one exchange of values to the next */
    unsigned seed;
    int verbose;
};

struct particle {
    long id;
    int steps;
    double weight;
};

struct neighbours {
    int count;
    int ranks[MAX_NEIGHBOURS];
    MPI_Aint place[MAX_NEIGHBOURS]; /* where own values lie in `received` of the neighbour */
    MPI_Group group;
};

struct part {
    MPI_Comm comm;
    int rank, size;
    struct neighbours neighbours;
    unsigned random;

    int values;
    double *sent;
    double *received;       /* window of the values */
    MPI_Win value_win;

    int capacity;           /* particles that there are at most */
    int count;
    struct particle *particles;
    struct particle *outbox; /* `capacity` for each neighbour */
    int leaving[MAX_NEIGHBOURS];
    struct particle *inbox; /* window of the particles */
    MPI_Win inbox_win;
    long *counter;          /* window: particles in the inbox */
    MPI_Win counter_win;
    long *log;              /* window of rank 0: crossings from each to each */
    MPI_Win log_win;
    MPI_Datatype particle_type;
};

void mpi_failed(const char *call, const char *file, int line, int code);

void part_create(struct part *part, const struct options *o, MPI_Comm comm);
void part_finish(struct part *part);
void part_destroy(struct part *part);

void exchange_values(struct part *part);
void exchange_particles(struct part *part);

#endif
