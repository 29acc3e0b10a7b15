#include "heat.h"
#include <stdio.h>
#include <stdlib.h>

double plate[2][ROWS + 2][COLUMNS];

int main(int argc, char **argv) {
    shmem_init();
    place here = {shmem_my_pe(), shmem_n_pes()};
    int iterations = argc > 1 ? atoi(argv[1]) : 100;
    for (int s = 0; s < 2; s++)
        for (int r = 0; r < ROWS + 2; r++)
            for (int c = 0; c < COLUMNS; c++)
                plate[s][r][c] = here.me == 0 && r == 0 ? 100.0 : 0.0;
    shmem_barrier_all();

    for (int i = 0; i < iterations; i++) {
        int from = i % 2, to = (i + 1) % 2;
        step(from, to);
        start_exchange(&here, i, to);
        finish_exchange(&here, i);
    }
    shmem_barrier_all();

    if (here.me == 0)
        printf("%f\n", plate[iterations % 2][1][COLUMNS / 2]);
    shmem_finalize();
    return 0;
}
