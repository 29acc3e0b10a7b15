// A grid as square as possible: a loop looks for the largest divisor of the number of PEs, and teams are its rows.
// Race-free: each put is complete, and its team synchronised, before the values are read, and the team is synchronised again before the next put
// (OpenSHMEM 1.6, 9.11.2, 9.4).
//
//@ expect: none
//@ twin: divisor_of_all_race.c
#include <shmem.h>

#define N 32

static double block[N], in[N];

int main(void)
{
    shmem_team_t row, column;
    int columns = 1;
    double sum = 0;

    shmem_init();
    int all = shmem_n_pes();
    for (int p = 1; p * p <= all; p++)
        if (all % p == 0)
            columns = p;
    if (shmem_team_split_2d(SHMEM_TEAM_WORLD, columns, NULL, 0, &row, NULL, 0, &column) != 0)
        shmem_global_exit(1);
    int size = shmem_team_n_pes(row), me = shmem_team_my_pe(row);
    int to = shmem_team_translate_pe(row, (me + 1) % size, SHMEM_TEAM_WORLD);
    for (int step = 0; step < 12; step++) {
        shmem_double_put_nbi(in, block, N, to);
        shmem_quiet();
        block[0] = step;
        shmem_team_sync(row);
        for (int k = 0; k < N; k++)
            sum += in[k];
        shmem_team_sync(row);
    }
    shmem_finalize();
    return sum < 0;
}
