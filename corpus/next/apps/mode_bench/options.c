#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const MODE_NAMES[] = {"fence", "lock", "pscw"};

const char *mode_name(enum Mode mode)
{
    return MODE_NAMES[mode];
}

static void usage(const char *program, const char *wrong)
{
    fprintf(stderr, "%s: what is `%s`?\nusage: %s [-m fence|lock|pscw] [-o put|get] [-n numbers] [-i iterations]\n",
            program, wrong, program);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static enum Mode read_mode(const char *program, const char *text)
{
    if (strcmp(text, "fence") == 0)
        return MODE_FENCE;
    if (strcmp(text, "pscw") == 0)
        return MODE_PSCW;
    if (strcmp(text, "lock") != 0)
        usage(program, text);
    return MODE_LOCK;
}

static int read_number(const char *program, const char *text)
{
    int number = atoi(text);

    if (number < 1)
        usage(program, text);
    return number;
}

struct Options options_read(int argc, char **argv)
{
    struct Options options = {MODE_LOCK, DIRECTION_PUT, 4096, 20};

    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "-m") == 0)
            options.mode = read_mode(argv[0], argv[i + 1]);
        else if (strcmp(argv[i], "-o") == 0)
            options.direction = strcmp(argv[i + 1], "get") == 0 ? DIRECTION_GET : DIRECTION_PUT;
        else if (strcmp(argv[i], "-n") == 0)
            options.largest = read_number(argv[0], argv[i + 1]);
        else if (strcmp(argv[i], "-i") == 0)
            options.iterations = read_number(argv[0], argv[i + 1]);
        else
            usage(argv[0], argv[i]);
    }
    return options;
}
