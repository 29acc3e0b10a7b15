#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const operation_names[] = {"put", "get"};
static const char *const window_names[] = {"create", "allocate", "dynamic"};
static const char *const sync_names[] = {"fence", "pscw", "lock", "flush", "flush_local"};

#define LENGTH(a) ((int)(sizeof(a) / sizeof((a)[0])))

const char *operation_name(enum operation op)
{
    return operation_names[op];
}

const char *window_name(enum window_kind kind)
{
    return window_names[kind];
}

const char *sync_name(enum sync_kind kind)
{
    return sync_names[kind];
}

static int find(const char *word, const char *const *names, int count)
{
    int i;

    for (i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0)
            return i;
    return -1;
}

/* A number with an optional K or M behind it. */
static size_t parse_size(const char *text)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);

    if (*end == 'k' || *end == 'K')
        value <<= 10;
    else if (*end == 'm' || *end == 'M')
        value <<= 20;
    return value;
}

void options_usage(const char *program)
{
    printf("usage: %s [options]\n"
           "  -o, --operation put|get\n"
           "  -w, --window create|allocate|dynamic\n"
           "  -s, --sync fence|pscw|lock|flush|flush_local\n"
           "  -m, --sizes MIN:MAX   message sizes in bytes\n"
           "  -i, --iterations N\n"
           "  -x, --warmup N\n"
           "  -c, --validate        compare the data\n",
           program);
}

int options_parse(int argc, char **argv, struct options *opt)
{
    static const struct option table[] = {
        {"operation", required_argument, NULL, 'o'}, {"window", required_argument, NULL, 'w'},
        {"sync", required_argument, NULL, 's'},      {"sizes", required_argument, NULL, 'm'},
        {"iterations", required_argument, NULL, 'i'}, {"warmup", required_argument, NULL, 'x'},
        {"validate", no_argument, NULL, 'c'},        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int c, found;
    char *colon;

    memset(opt, 0, sizeof(*opt));
    opt->operation = OP_PUT;
    opt->window = WINDOW_ALLOCATE;
    opt->sync = SYNC_FLUSH;
    opt->min_size = 1;
    opt->max_size = 1 << 20;
    opt->iterations = 1000;
    opt->warmup = 100;
    opt->large_iterations = 100;
    opt->large_size = 8192;

    while ((c = getopt_long(argc, argv, "o:w:s:m:i:x:ch", table, NULL)) != -1) {
        switch (c) {
        case 'o':
            found = find(optarg, operation_names, LENGTH(operation_names));
            if (found < 0)
                return -1;
            opt->operation = (enum operation)found;
            break;
        case 'w':
            found = find(optarg, window_names, LENGTH(window_names));
            if (found < 0)
                return -1;
            opt->window = (enum window_kind)found;
            break;
        case 's':
            found = find(optarg, sync_names, LENGTH(sync_names));
            if (found < 0)
                return -1;
            opt->sync = (enum sync_kind)found;
            break;
        case 'm':
            opt->min_size = parse_size(optarg);
            colon = strchr(optarg, ':');
            opt->max_size = colon != NULL ? parse_size(colon + 1) : opt->min_size;
            break;
        case 'i':
            opt->iterations = atoi(optarg);
            opt->large_iterations = opt->iterations;
            break;
        case 'x':
            opt->warmup = atoi(optarg);
            break;
        case 'c':
            opt->validate = 1;
            break;
        case 'h':
            opt->help = 1;
            break;
        default:
            return -1;
        }
    }
    if (opt->min_size < 1 || opt->max_size < opt->min_size || opt->iterations < 1 || opt->warmup < 0)
        return -1;
    return 0;
}
