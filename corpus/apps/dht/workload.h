/* Keys of the test run: distinct over all ranks and rounds, and repeatable on every rank. */
#ifndef DHT_WORKLOAD_H
#define DHT_WORKLOAD_H

#include "dht.h"

struct Workload {
    int keys;    /* inserted by each rank in each round */
    int rounds;  /* of insertion and lookup */
    int buckets; /* per rank */
};

/* Reads "--keys N --rounds N --buckets N"; returns 0 and leaves a message on stderr when the command line is bad. */
int workload_parse(struct Workload *workload, int argc, char **argv);

/* The i-th key of a rank in a round, and the value that belongs to a key. */
int64_t workload_key(const struct Workload *workload, int size, int round, int rank, int i);
int64_t workload_value(int64_t key);

/* A key that no rank inserts. */
int64_t workload_absent_key(int rank, int i);

#endif
