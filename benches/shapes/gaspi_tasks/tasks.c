/* An image of the Mandelbrot set, whose lines are dealt out by a counter that all draw from.
 *
 * The counter lies at rank 0 and is drawn from with gaspi_atomic_fetch_add, a few lines at a time. A process computes its lines
 * into one of two buffers in its segment and writes them into the image at rank 0. When no lines are left it sends rank 0 a
 * notification on the queue of its writes. Rank 0 works too; in the end it waits for the notifications of all others and
 * sums up the image, which it compares with one that it computes alone.
 *
 * Race-free: the counter is accessed atomically only (GASPI 17.1, section 10); its first value is stored before a barrier, and it
 * is cleared for the next image between two. Numbers drawn are distinct, so no two processes write one line. All writes of a process are on one queue;
 * its notification on that queue, posted behind them, says that they have arrived (8.3.4), and rank 0 reads the image behind
 * those of all others. A buffer is filled again behind gaspi_wait on the queue (8.3.3).
 *
 * -DRACY: rank 0 looks at the image before it has waited for the notifications of the others.
 */
//@ expect: warning RMA201 WRITE READ -- that a process gets a line is a fetched number; with -DRACY only; none without
#include <GASPI.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_result(gaspi_return_t result, const char *call, int line)
{
    if (result != GASPI_SUCCESS) {
        fprintf(stderr, "line %d: %s returned %d\n", line, call, (int)result);
        exit(EXIT_FAILURE);
    }
}
#define OK(call) check_result((call), #call, __LINE__)

enum { COUNTER_SEGMENT, BUFFER_SEGMENT, IMAGE_SEGMENT };
enum { WRITE_QUEUE = 0 };

typedef struct {
    int width;
    int height;
    int chunk;
    int limit;
    int images;
    double centre[2];
    double extent;
    const char *path;
} Options;

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t size;
    gaspi_atomic_value_t *counter; /* at rank 0 */
    unsigned short *buffers;       /* two, of `chunk` lines each */
    unsigned short *image;         /* at rank 0 */
} Job;

typedef struct {
    long lines;
    long chunks;
    double seconds;
} Work;

static int parse(int argc, char **argv, Options *options)
{
    options->width = 160;
    options->height = 120;
    options->chunk = 4;
    options->limit = 500;
    options->images = 3;
    options->centre[0] = -0.6;
    options->centre[1] = 0.0;
    options->extent = 3.0;
    options->path = NULL;
    for (int i = 1; i < argc; i++) {
        const int rest = argc - i - 1;

        if (strcmp(argv[i], "--size") == 0 && rest >= 2) {
            options->width = atoi(argv[++i]);
            options->height = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--chunk") == 0 && rest >= 1) {
            options->chunk = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--limit") == 0 && rest >= 1) {
            options->limit = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--images") == 0 && rest >= 1) {
            options->images = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--centre") == 0 && rest >= 2) {
            options->centre[0] = atof(argv[++i]);
            options->centre[1] = atof(argv[++i]);
        } else if (strcmp(argv[i], "--extent") == 0 && rest >= 1) {
            options->extent = atof(argv[++i]);
        } else if (strcmp(argv[i], "--output") == 0 && rest >= 1) {
            options->path = argv[++i];
        } else {
            return -1;
        }
    }
    return options->width > 0 && options->height > 0 && options->chunk > 0 && options->limit > 0 &&
                   options->limit < 65536 && options->images > 0
               ? 0
               : -1;
}

static void usage(const char *program)
{
    fprintf(stderr,
            "usage: %s [--size width height] [--chunk lines] [--limit n] [--images n] [--centre x y] [--extent e]\n"
            "          [--output file]\n",
            program);
}

static gaspi_pointer_t new_segment(gaspi_segment_id_t id, gaspi_size_t bytes)
{
    gaspi_pointer_t pointer = NULL;

    OK(gaspi_segment_create(id, bytes, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    OK(gaspi_segment_ptr(id, &pointer));
    return pointer;
}

static void job_create(Job *job, const Options *options)
{
    const gaspi_size_t line = (gaspi_size_t)options->width * sizeof(unsigned short);

    OK(gaspi_proc_rank(&job->rank));
    OK(gaspi_proc_num(&job->size));
    job->counter = new_segment(COUNTER_SEGMENT, sizeof(gaspi_atomic_value_t));
    job->buffers = new_segment(BUFFER_SEGMENT, 2 * line * (gaspi_size_t)options->chunk);
    job->image = new_segment(IMAGE_SEGMENT, job->rank == 0 ? line * (gaspi_size_t)options->height : line);
}

static void job_free(Job *job)
{
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_segment_delete(IMAGE_SEGMENT));
    OK(gaspi_segment_delete(BUFFER_SEGMENT));
    OK(gaspi_segment_delete(COUNTER_SEGMENT));
    job->image = NULL;
}

static double extent_of(const Options *options, int image)
{
    return options->extent * pow(0.5, image);
}

static unsigned short escape(double x, double y, int limit)
{
    double re = 0.0;
    double im = 0.0;
    int n = 0;

    while (n < limit && re * re + im * im < 4.0) {
        const double next = re * re - im * im + x;

        im = 2.0 * re * im + y;
        re = next;
        n++;
    }
    return (unsigned short)n;
}

static void compute_line(const Options *options, int image, long row, unsigned short *into)
{
    const double extent = extent_of(options, image);
    const double y = options->centre[1] + extent * ((double)row / options->height - 0.5);

    for (int col = 0; col < options->width; col++) {
        const double x = options->centre[0] + extent * ((double)col / options->width - 0.5);

        into[col] = escape(x, y, options->limit);
    }
}

static long draw(const Options *options)
{
    gaspi_atomic_value_t before = 0;

    OK(gaspi_atomic_fetch_add(COUNTER_SEGMENT, 0, 0, (gaspi_atomic_value_t)options->chunk, &before, GASPI_BLOCK));
    return (long)before;
}

static void write_lines(const Options *options, const unsigned short *base, const unsigned short *lines, long row, long count)
{
    const gaspi_size_t line = (gaspi_size_t)options->width * sizeof *lines;
    const gaspi_offset_t from = (gaspi_offset_t)(lines - base) * sizeof *lines;

    OK(gaspi_write(BUFFER_SEGMENT, from, 0, IMAGE_SEGMENT, (gaspi_offset_t)row * line, (gaspi_size_t)count * line, WRITE_QUEUE, GASPI_BLOCK)); //@ WRITE
}

/* Draws and computes until nothing is left. Lines of rank 0 go into its image at once. */
static void work(Job *job, const Options *options, int image, Work *done)
{
    const long buffer_size = (long)options->chunk * options->width;
    long used = 0;

    for (;;) {
        const long first = draw(options);
        const long last = first + options->chunk < options->height ? first + options->chunk : options->height;
        unsigned short *buffer;

        if (first >= options->height) {
            break;
        }
        if (job->rank == 0) {
            for (long row = first; row < last; row++) {
                compute_line(options, image, row, job->image + row * options->width);
            }
        } else {
            if (used == 2) {
                OK(gaspi_wait(WRITE_QUEUE, GASPI_BLOCK));
                used = 0;
            }
            buffer = job->buffers + used * buffer_size;
            used++;
            for (long row = first; row < last; row++) {
                compute_line(options, image, row, buffer + (row - first) * options->width);
            }
            write_lines(options, job->buffers, buffer, first, last - first);
        }
        done->lines += last - first;
        done->chunks++;
    }
}

static void tell_done(const Job *job, int image)
{
    OK(gaspi_notify(IMAGE_SEGMENT, 0, (gaspi_notification_id_t)job->rank, (gaspi_notification_t)(image + 1), WRITE_QUEUE,
                    GASPI_BLOCK));
    OK(gaspi_wait(WRITE_QUEUE, GASPI_BLOCK));
}

static int wait_for_all(const Job *job, int image)
{
    int errors = 0;

    for (int other = 1; other < job->size; other++) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;

        OK(gaspi_notify_waitsome(IMAGE_SEGMENT, (gaspi_notification_id_t)other, 1, &id, GASPI_BLOCK));
        OK(gaspi_notify_reset(IMAGE_SEGMENT, id, &value));
        errors += value != (gaspi_notification_t)(image + 1);
    }
    return errors;
}

static int verify(const Job *job, const Options *options, int image)
{
    unsigned short *line = malloc((size_t)options->width * sizeof *line);
    unsigned long sum = 0;
    int errors = 0;

    if (line == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    for (long row = 0; row < options->height; row++) {
        compute_line(options, image, row, line);
        for (int col = 0; col < options->width; col++) {
            const unsigned short value = job->image[row * options->width + col]; //@ READ

            sum += value;
            errors += value != line[col];
        }
    }
    printf("image %d: mean %.3f, %d wrong points\n", image, (double)sum / options->width / options->height, errors);
    free(line);
    return errors;
}

static void save(const Job *job, const Options *options, const char *path)
{
    FILE *file = fopen(path, "wb");

    if (file == NULL) {
        fprintf(stderr, "cannot write %s\n", path);
        return;
    }
    fprintf(file, "P5\n%d %d\n255\n", options->width, options->height);
    for (long i = 0; i < (long)options->width * options->height; i++) {
        fputc(255 - job->image[i] * 255 / options->limit, file);
    }
    fclose(file);
}

static void report(const Job *job, const Work *done)
{
    double mine[2] = {(double)done->lines, done->seconds};
    double sum[2];
    double most[2];

    OK(gaspi_allreduce(mine, sum, 2, GASPI_OP_SUM, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_allreduce(mine, most, 2, GASPI_OP_MAX, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (job->rank == 0) {
        printf("%.0f lines, at most %.0f by one process; %.3f s\n", sum[0], most[0], most[1]);
    }
}

int main(int argc, char **argv)
{
    Options options;
    Job job;
    Work done = {0, 0, 0.0};
    int errors = 0;

    if (parse(argc, argv, &options) != 0) {
        usage(argv[0]);
        return EXIT_FAILURE;
    }
    OK(gaspi_proc_init(GASPI_BLOCK));
    job_create(&job, &options);

    for (int image = 0; image < options.images; image++) {
        gaspi_time_t start = 0.0;
        gaspi_time_t end = 0.0;

        if (job.rank == 0) {
            *job.counter = 0;
        }
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
        OK(gaspi_time_get(&start));
        work(&job, &options, image, &done);
        if (job.rank == 0) {
#ifdef RACY
            errors += verify(&job, &options, image);
#endif
            errors += wait_for_all(&job, image);
        } else {
            tell_done(&job, image);
        }
        OK(gaspi_time_get(&end));
        done.seconds += 1e-3 * (end - start);
#ifndef RACY
        if (job.rank == 0) {
            errors += verify(&job, &options, image);
        }
#endif
        /* The counter and the image are used again behind this. */
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    }

    report(&job, &done);
    if (job.rank == 0) {
        if (options.path != NULL) {
            save(&job, &options, options.path);
        }
        printf("%s\n", errors == 0 ? "ok" : "FAILED");
    }
    job_free(&job);
    OK(gaspi_proc_term(GASPI_BLOCK));
    return errors == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
