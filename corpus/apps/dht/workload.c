#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int workload_parse(struct Workload *workload, int argc, char **argv)
{
    const struct {
        const char *name;
        int *value;
        long highest;
    } table[] = {
        {"--keys", &workload->keys, 1000000},
        {"--rounds", &workload->rounds, 1000},
        {"--buckets", &workload->buckets, 1 << 24},
    };

    *workload = (struct Workload){.keys = 200, .rounds = 3, .buckets = 97};
    for (int arg = 1; arg < argc; arg += 2) {
        size_t option = 0;
        char *end;
        long value;

        while (option < sizeof table / sizeof *table && strcmp(argv[arg], table[option].name) != 0)
            option++;
        if (option == sizeof table / sizeof *table || arg + 1 == argc) {
            fprintf(stderr, "usage: dht [--keys N] [--rounds N] [--buckets N]\n");
            return 0;
        }
        value = strtol(argv[arg + 1], &end, 10);
        if (*end != '\0' || value < 1 || value > table[option].highest) {
            fprintf(stderr, "dht: bad value of %s: '%s'\n", argv[arg], argv[arg + 1]);
            return 0;
        }
        *table[option].value = (int)value;
    }
    return 1;
}

/* Consecutive numbers, so that keys are distinct; the table's hash spreads them. */
int64_t workload_key(const struct Workload *workload, int size, int round, int rank, int i)
{
    return ((int64_t)round * size + rank) * workload->keys + i;
}

int64_t workload_value(int64_t key)
{
    return (int64_t)(dht_hash(~key) >> 1);
}

int64_t workload_absent_key(int rank, int i)
{
    return -1 - ((int64_t)rank << 32) - i;
}
