/* Sample sort; the keys go by MPI_Put to offsets that an exchange of counts has fixed before. */
#include "sort.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct Keys keys;
    int rank, size, count, *splitter, bad = 0, bad_anywhere;
    long mine, total;
    double start;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    count = argc > 1 ? atoi(argv[1]) : 10000;
    if (count < 16) {
        if (rank == 0)
            fprintf(stderr, "usage: %s [keys a rank, at least 16]\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    keys_generate(&keys, count, 100u + (unsigned)rank);
    splitter = need(malloc((size_t)size * sizeof *splitter));

    start = MPI_Wtime();
    qsort(keys.key, (size_t)keys.count, sizeof *keys.key, compare_ints);
    choose_splitters(&keys, splitter, rank, size, MPI_COMM_WORLD);
    redistribute(&keys, splitter, size, MPI_COMM_WORLD);
    qsort(keys.key, (size_t)keys.count, sizeof *keys.key, compare_ints);

    for (int i = 0; i < keys.count; i++) {
        bad |= rank > 0 && keys.key[i] < splitter[rank - 1];
        bad |= rank + 1 < size && keys.key[i] >= splitter[rank];
    }
    mine = keys.count;
    MPI_Reduce(&bad, &bad_anywhere, 1, MPI_INT, MPI_LOR, 0, MPI_COMM_WORLD);
    MPI_Reduce(&mine, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld keys, %s, %.3f s\n", total, bad_anywhere ? "WRONG" : "sorted", MPI_Wtime() - start);
    free(splitter);
    free(keys.key);
    MPI_Finalize();
    return 0;
}
