// All PEs make the team of each row in a loop, and each keeps the one of its own row.
// Race: nothing makes a PE wait for the put of the owner before it reads the values: there is no synchronisation (OpenSHMEM 1.6, 9.4).
//
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: own_row_picked_ok.c
#include <shmem.h>

#define N 24

static double own[N], slots[2][N];

int main(void)
{
    shmem_team_t row = SHMEM_TEAM_INVALID, team;
    double sum = 0;

    shmem_init();
    int me = shmem_my_pe(), rows = 2, columns = shmem_n_pes() / 2;
    if (shmem_n_pes() < 4 || shmem_n_pes() % 2 != 0)
        shmem_global_exit(1);
    int mine = me / columns, column = me % columns;
    for (int i = 0; i < rows; i++) {
        shmem_team_split_strided(SHMEM_TEAM_WORLD, i * columns, 1, columns, NULL, 0, &team);
        if (i == mine)
            row = team;
    }
    shmem_barrier_all();
    for (int k = 0; k < columns; k++) {
        if (column == k)
            for (int j = 0; j < columns; j++)
                shmem_double_put(slots[k & 1], own, N, mine * columns + j); //@ A
        shmem_quiet();
        for (int i = 0; i < N; i++)
            sum += slots[k & 1][i]; //@ B
    }
    shmem_finalize();
    return sum < 0;
}
