#include "options.h"

#include "util.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

static int parse_int(const char *text, int lowest, const char *what)
{
    char *end;
    long value;

    errno = 0;
    value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < lowest || value > INT_MAX)
        die("bad %s: '%s'", what, text);
    return (int)value;
}

static double parse_double(const char *text, double highest, const char *what)
{
    char *end;
    double value;

    errno = 0;
    value = strtod(text, &end);
    if (errno != 0 || end == text || *end != '\0' || !(value > 0.0) || value > highest)
        die("bad %s: '%s'", what, text);
    return value;
}

struct Options options_parse(int argc, char **argv)
{
    struct Options options = {
        .points = 64, .max_steps = 500, .diffusion = 0.2, .tolerance = 1e-7, .output = NULL};
    int flag;

    while ((flag = getopt(argc, argv, "n:s:r:t:o:")) != -1) {
        switch (flag) {
        case 'n':
            options.points = parse_int(optarg, 2, "number of points");
            break;
        case 's':
            options.max_steps = parse_int(optarg, 0, "number of steps");
            break;
        case 'r':
            options.diffusion = parse_double(optarg, 0.25, "diffusion number");
            break;
        case 't':
            options.tolerance = parse_double(optarg, 1.0, "tolerance");
            break;
        case 'o':
            options.output = optarg;
            break;
        default:
            die("usage: halo2d [-n points] [-s steps] [-r diffusion] [-t tolerance] [-o output-prefix]");
        }
    }
    return options;
}
