/* Text output in the order of the ranks: every process has formatted some lines, of a length that depends on its data, and
 * writes them into a buffer of rank 0, which prints the whole. The place comes from MPI_Exscan over the lengths.
 *
 * usage: output_offsets FILE (numbers, read by rank 0 and dealt out)
 *
 * Race-free: a process puts its length plus the newline that ends its part, and just that goes into the scan. So the
 * parts are [offset, offset + length + 1) and disjoint. The fence ends the epoch before rank 0 prints (12.5.1).
 */
//@ expect: none
//@ twin: output_offsets_race.c
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

enum { MOST = 100000 };

struct text {
    char *bytes;
    long length;
    long capacity;
};

struct output {
    MPI_Comm comm;
    int rank, size;
    MPI_Win win;
    char *page;
    MPI_Aint page_bytes;
};

static void append(struct text *text, const char *line)
{
    const long length = (long)strlen(line);

    if (text->length + length + 2 > text->capacity) {
        text->capacity = 2 * text->capacity + length + 64;
        text->bytes = realloc(text->bytes, (size_t)text->capacity);
        if (text->bytes == NULL)
            MPI_Abort(MPI_COMM_WORLD, 3);
    }
    memcpy(text->bytes + text->length, line, (size_t)length + 1);
    text->length += length;
}

/* Rank 0 reads the numbers; everyone gets its share. Returns how many there are here. */
static int deal_numbers(const struct output *out, const char *path, double **numbers)
{
    double *all = NULL;
    int *counts = NULL, *places = NULL;
    int total = 0, own;

    if (out->rank == 0) {
        FILE *file = fopen(path, "r");

        all = malloc(MOST * sizeof(double));
        if (file == NULL || all == NULL) {
            fprintf(stderr, "%s: cannot be read\n", path);
            MPI_Abort(out->comm, 2);
        }
        while (total < MOST && fscanf(file, "%lf", &all[total]) == 1)
            total++;
        fclose(file);
    }
    CHECK(MPI_Bcast(&total, 1, MPI_INT, 0, out->comm));
    counts = malloc((size_t)out->size * sizeof(int));
    places = malloc((size_t)out->size * sizeof(int));
    if (counts == NULL || places == NULL)
        MPI_Abort(out->comm, 3);
    for (int r = 0, next = 0; r < out->size; r++) {
        counts[r] = total / out->size + (r < total % out->size);
        places[r] = next;
        next += counts[r];
    }
    own = counts[out->rank];
    *numbers = malloc((size_t)(own + 1) * sizeof(double));
    if (*numbers == NULL)
        MPI_Abort(out->comm, 3);
    CHECK(MPI_Scatterv(all, counts, places, MPI_DOUBLE, *numbers, own, MPI_DOUBLE, 0, out->comm));
    free(all);
    free(counts);
    free(places);
    return own;
}

static void format(struct text *text, const double *numbers, int count)
{
    char line[64];

    for (int i = 0; i < count; i++) {
        if (numbers[i] < 0.0)
            continue;
        snprintf(line, sizeof line, "%.17g%s", numbers[i], i + 1 < count ? "\n" : "");
        append(text, line);
    }
}

static void page_create(struct output *out, long own_length)
{
    long total = 0;
    const long needed = own_length + 1;

    CHECK(MPI_Allreduce(&needed, &total, 1, MPI_LONG, MPI_SUM, out->comm));
    out->page_bytes = out->rank == 0 ? total : 0;
    CHECK(MPI_Win_allocate(out->page_bytes, 1, MPI_INFO_NULL, out->comm, &out->page, &out->win));
    if (out->rank == 0)
        memset(out->page, ' ', (size_t)out->page_bytes);
    CHECK(MPI_Win_fence(0, out->win));
}

/* Writes the part of this process, with a newline behind it. */
static void page_write(struct output *out, struct text *text)
{
    long length, offset = 0;

    length = text->length + 1;
    CHECK(MPI_Exscan(&length, &offset, 1, MPI_LONG, MPI_SUM, out->comm));
    if (out->rank == 0)
        offset = 0;
    text->bytes[text->length] = '\n';
    CHECK(MPI_Put(text->bytes, (int)text->length + 1, MPI_CHAR, 0, offset, (int)text->length + 1, MPI_CHAR, out->win));
    CHECK(MPI_Win_fence(MPI_MODE_NOSUCCEED, out->win));
}

static void page_print(const struct output *out)
{
    long lines = 0;

    if (out->rank != 0)
        return;
    for (MPI_Aint i = 0; i < out->page_bytes; i++)
        lines += out->page[i] == '\n';
    fwrite(out->page, 1, (size_t)out->page_bytes, stdout);
    fprintf(stderr, "%ld lines, %ld bytes\n", lines, (long)out->page_bytes);
}

int main(int argc, char **argv)
{
    struct output out;
    struct text text = {NULL, 0, 0};
    double *numbers = NULL;
    int count;

    CHECK(MPI_Init(&argc, &argv));
    out.comm = MPI_COMM_WORLD;
    CHECK(MPI_Comm_rank(out.comm, &out.rank));
    CHECK(MPI_Comm_size(out.comm, &out.size));
    if (argc != 2) {
        fprintf(stderr, "usage: output_offsets FILE\n");
        MPI_Abort(out.comm, 2);
    }
    count = deal_numbers(&out, argv[1], &numbers);
    append(&text, "");
    format(&text, numbers, count);
    page_create(&out, text.length);
    page_write(&out, &text);
    page_print(&out);
    CHECK(MPI_Win_free(&out.win));
    free(text.bytes);
    free(numbers);
    MPI_Finalize();
    return 0;
}
