/* A large image is spread over the processes in tiles, tile t at process t % size. Every process smooths tiles of others
 * and fetches the next one while it works on the current. Two prefetchers take turns; each has a buffer, a request and a flag.
 *
 * usage: tile_prefetch [tiles [pixels of a tile]]
 *
 * Race-free: whenever a request is started the flag is set, and where the flag is set the request is waited for before the
 * buffer is used or fetched into again (12.3.5). The image does not change while it is read.
 */
//@ expect: none
//@ twin: tile_prefetch_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                     \
    do {                                                                                \
        int rc_ = (call);                                                               \
        if (rc_ != MPI_SUCCESS) {                                                       \
            fprintf(stderr, "%s:%d: %s failed (%d)\n", __FILE__, __LINE__, #call, rc_); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                               \
        }                                                                               \
    } while (0)

typedef struct {
    double *pixels;
    MPI_Request request;
    int busy;
    int tile;
} prefetcher_t;

typedef struct {
    MPI_Comm comm;
    int rank, size;
    int tiles; /* of all processes */
    int pixels; /* of a tile */
    double *own; /* window memory: own tiles one behind the other */
    MPI_Win win;
    prefetcher_t prefetcher[2];
} image_t;

static int own_tiles(const image_t *im)
{
    return (im->tiles - im->rank + im->size - 1) / im->size;
}

static double pixel(int tile, int i)
{
    return (double)(tile * 13 + i % 29);
}

static void image_create(image_t *im, int tiles, int pixels, MPI_Comm comm)
{
    int own;

    im->comm = comm;
    im->tiles = tiles;
    im->pixels = pixels;
    CHECK(MPI_Comm_rank(comm, &im->rank));
    CHECK(MPI_Comm_size(comm, &im->size));
    own = own_tiles(im);
    CHECK(MPI_Win_allocate((MPI_Aint)own * pixels * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm,
                           &im->own, &im->win));
    for (int k = 0; k < own; k++)
        for (int i = 0; i < pixels; i++)
            im->own[(size_t)k * (size_t)pixels + (size_t)i] = pixel(im->rank + k * im->size, i);
    for (int i = 0; i < 2; i++) {
        prefetcher_t *p = &im->prefetcher[i];

        p->pixels = malloc((size_t)pixels * sizeof(double));
        p->request = MPI_REQUEST_NULL;
        p->busy = 0;
        p->tile = -1;
        if (p->pixels == NULL)
            MPI_Abort(comm, 3);
    }
    CHECK(MPI_Win_lock_all(0, im->win));
    CHECK(MPI_Win_sync(im->win));
    CHECK(MPI_Barrier(comm));
}

static void finish(prefetcher_t *p)
{
    if (p->busy) {
        CHECK(MPI_Wait(&p->request, MPI_STATUS_IGNORE));
        p->busy = 0;
    }
}

static void image_destroy(image_t *im)
{
    for (int i = 0; i < 2; i++)
        finish(&im->prefetcher[i]);
    CHECK(MPI_Win_unlock_all(im->win));
    CHECK(MPI_Win_free(&im->win));
    for (int i = 0; i < 2; i++)
        free(im->prefetcher[i].pixels);
}

static void start(image_t *im, prefetcher_t *p, int tile)
{
    const int owner = tile % im->size;
    const MPI_Aint place = (MPI_Aint)(tile / im->size) * im->pixels;

    finish(p);
    CHECK(MPI_Rget(p->pixels, im->pixels, MPI_DOUBLE, owner, place, im->pixels, MPI_DOUBLE, im->win, &p->request));
    p->tile = tile;
    p->busy = 1;
}

static double smooth(const prefetcher_t *p, int pixels)
{
    double before = 0.0, sum = 0.0;

    for (int i = 0; i < pixels; i++) {
        const double here = p->pixels[i];

        sum += 0.5 * (before + here);
        before = here;
    }
    return sum;
}

static double expected(int tile, int pixels)
{
    double before = 0.0, sum = 0.0;

    for (int i = 0; i < pixels; i++) {
        sum += 0.5 * (before + pixel(tile, i));
        before = pixel(tile, i);
    }
    return sum;
}

/* Works on all tiles in turn; returns how many came out wrong. */
static int work(image_t *im)
{
    int wrong = 0;

    start(im, &im->prefetcher[0], 0);
    for (int tile = 0; tile < im->tiles; tile++) {
        prefetcher_t *current = &im->prefetcher[tile % 2];

        if (tile + 1 < im->tiles)
            start(im, &im->prefetcher[(tile + 1) % 2], tile + 1);
        finish(current);
        if (current->tile != tile || smooth(current, im->pixels) != expected(tile, im->pixels))
            wrong++;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    image_t image;
    int tiles = argc > 1 ? atoi(argv[1]) : 64;
    int pixels = argc > 2 ? atoi(argv[2]) : 4096;
    int wrong;
    double begin;

    CHECK(MPI_Init(&argc, &argv));
    if (tiles < 1 || tiles > 100000 || pixels < 1 || pixels > 1000000) {
        fprintf(stderr, "usage: tile_prefetch [tiles [pixels]]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    image_create(&image, tiles, pixels, MPI_COMM_WORLD);
    begin = MPI_Wtime();
    wrong = work(&image);
    begin = MPI_Wtime() - begin;
    CHECK(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, image.comm));
    if (image.rank == 0)
        printf("%d tiles of %d pixels, %.4f s, %d wrong\n", tiles, pixels, begin, wrong);
    image_destroy(&image);
    MPI_Finalize();
    return wrong != 0;
}
