/* The end of a round, racy version: a local flush frees the batch, but does not say that the counts have arrived. */
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

    TRY(MPI_Win_flush_local_all(histogram->win));
    TRY(MPI_Barrier(histogram->comm));
    TRY(MPI_Win_sync(histogram->win));
    summary = look(histogram);
    /* The others add the next batch only after everyone has read. */
    TRY(MPI_Barrier(histogram->comm));
    return summary;
}
