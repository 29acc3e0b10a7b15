#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>

enum operation { OP_PUT, OP_GET };
enum window_kind { WINDOW_CREATE, WINDOW_ALLOCATE, WINDOW_DYNAMIC };
enum sync_kind { SYNC_FENCE, SYNC_PSCW, SYNC_LOCK, SYNC_FLUSH, SYNC_FLUSH_LOCAL };

struct options {
    enum operation operation;
    enum window_kind window;
    enum sync_kind sync;
    size_t min_size, max_size;
    int iterations, warmup;
    int large_iterations, large_size;
    int validate;
    int help;
};

/* Zero if the arguments can be used. */
int options_parse(int argc, char **argv, struct options *opt);
void options_usage(const char *program);

const char *operation_name(enum operation op);
const char *window_name(enum window_kind kind);
const char *sync_name(enum sync_kind kind);

#endif
