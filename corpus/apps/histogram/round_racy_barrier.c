/* The end of a round, racy version: the others may already add the next batch while the owner reads. */
#include "histogram.h"

static struct Summary look(const struct Histogram *histogram)
{
    struct Summary summary = {0, 0};

    for (int i = 0; i < histogram->own; i++) {
        int64_t count = histogram->counts[i]; //@ LOOK

        summary.total += count;
        if (count > summary.largest)
            summary.largest = count;
    }
    return summary;
}

struct Summary histogram_end_round(struct Histogram *histogram)
{
    struct Summary summary;

    TRY(MPI_Win_flush_all(histogram->win));
    TRY(MPI_Barrier(histogram->comm));
    TRY(MPI_Win_sync(histogram->win));
    summary = look(histogram);
    return summary;
}
