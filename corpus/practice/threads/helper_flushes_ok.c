/*
 * The main thread computes lines of an image and puts them into the picture of process 0; a helper thread completes them: the main thread
 * asks by a count under a mutex and a condition variable, the helper calls MPI_Win_flush and answers by a count of its own.
 *
 * Each line of each process has a place of its own in the picture. Process 0 writes the picture behind unlock_all and a barrier.
 *
 * Race-free: the put is called before the count is raised, and the helper flushes when it has seen the count; so the flush completes this
 * put (MPI 4.1, 12.5.4; it is about all operations of the process), and the line is computed anew when the answer is there.
 */
//@ expect: none
//@ twin: helper_flushes_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                  \
    do {                                             \
        int code_ = (call);                          \
        if (code_ != MPI_SUCCESS)                    \
            fail(#call, code_);                      \
    } while (0)

static void fail(const char *call, int code)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    MPI_Error_string(code, text, &length);
    fprintf(stderr, "%s: %s\n", call, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* A thread that completes what was put before it is asked. */
struct helper {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    MPI_Win win;
    int target;
    int asked;
    int answered;
    int stop;
};

static void *helper_main(void *argument)
{
    struct helper *h = argument;

    pthread_mutex_lock(&h->mutex);
    for (;;) {
        while (h->answered == h->asked && !h->stop)
            pthread_cond_wait(&h->changed, &h->mutex);
        if (h->answered == h->asked)
            break;
        int seen = h->asked;
        pthread_mutex_unlock(&h->mutex);
        CHECK(MPI_Win_flush(h->target, h->win));
        pthread_mutex_lock(&h->mutex);
        h->answered = seen;
        pthread_cond_broadcast(&h->changed);
    }
    pthread_mutex_unlock(&h->mutex);
    return NULL;
}

static void helper_start(struct helper *h, MPI_Win win, int target)
{
    memset(h, 0, sizeof *h);
    h->win = win;
    h->target = target;
    pthread_mutex_init(&h->mutex, NULL);
    pthread_cond_init(&h->changed, NULL);
    if (pthread_create(&h->thread, NULL, helper_main, h) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void helper_ask(struct helper *h)
{
    pthread_mutex_lock(&h->mutex);
    h->asked++;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->mutex);
}

/* Waits until the helper has answered all questions. */
static void helper_await(struct helper *h)
{
    pthread_mutex_lock(&h->mutex);
    while (h->answered != h->asked)
        pthread_cond_wait(&h->changed, &h->mutex);
    pthread_mutex_unlock(&h->mutex);
}

static void helper_stop(struct helper *h)
{
    pthread_mutex_lock(&h->mutex);
    h->stop = 1;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->mutex);
    pthread_join(h->thread, NULL);
    pthread_cond_destroy(&h->changed);
    pthread_mutex_destroy(&h->mutex);
}

static void compute_line(unsigned char *line, int width, int y, int height)
{
    for (int x = 0; x < width; x++) {
        double cr = 3.0 * x / width - 2.0, ci = 2.0 * y / height - 1.0, zr = 0.0, zi = 0.0;
        int n = 0;
        while (n < 255 && zr * zr + zi * zi < 4.0) {
            double t = zr * zr - zi * zi + cr;
            zi = 2.0 * zr * zi + ci;
            zr = t;
            n++;
        }
        line[x] = (unsigned char)n;
    }
}

static void render(struct helper *h, MPI_Win win, int width, int lines, int rank, int size)
{
    unsigned char *line = malloc((size_t)width);

    if (!line)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int k = 0; k < lines; k++) {
        int y = k * size + rank;
        helper_await(h);
        compute_line(line, width, y, lines * size);
        CHECK(MPI_Put(line, width, MPI_UNSIGNED_CHAR, h->target, (MPI_Aint)y * width, width, MPI_UNSIGNED_CHAR, win));
        helper_ask(h);
    }
    helper_await(h);
    CHECK(MPI_Win_flush(h->target, win));
    free(line);
}

static long brightness(const unsigned char *picture, size_t cells)
{
    long sum = 0;

    for (size_t i = 0; i < cells; i++)
        sum += picture[i];
    return sum;
}

int main(int argc, char **argv)
{
    int provided, rank, size;
    int width = argc > 1 ? atoi(argv[1]) : 640;
    int lines = argc > 2 ? atoi(argv[2]) : 64;
    unsigned char *picture;
    struct helper helper;
    MPI_Win win;

    CHECK(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    if (provided < MPI_THREAD_MULTIPLE || width < 1 || width > 65536 || lines < 1 || lines > 65536) {
        fprintf(stderr, "usage: render [width] [lines of each process], with threads\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    size_t cells = rank == 0 ? (size_t)width * lines * size : 0;
    CHECK(MPI_Win_allocate((MPI_Aint)cells, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &picture, &win));
    CHECK(MPI_Win_lock_all(0, win));

    double seconds = MPI_Wtime();
    helper_start(&helper, win, 0);
    render(&helper, win, width, lines, rank, size);
    helper_stop(&helper);
    CHECK(MPI_Win_unlock_all(win));
    CHECK(MPI_Barrier(MPI_COMM_WORLD));
    seconds = MPI_Wtime() - seconds;
    if (rank == 0)
        printf("%d lines of %d cells in %g s, brightness %ld\n", lines * size, width, seconds, brightness(picture, cells));
    CHECK(MPI_Win_free(&win));
    MPI_Finalize();
    return 0;
}
