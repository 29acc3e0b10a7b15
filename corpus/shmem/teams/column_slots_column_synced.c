/*
 * The processes stand in a grid of two columns. Each writes its number into its slot at all members of its column,
 * completes that, and synchronises before it adds up what the others have written.
 *
 * The column synchronises: who reads has been written to by its column alone.
 */
//@ expect: none
//@ twin: column_slots_row_synced.c
#include <shmem.h>
#include <stdio.h>

static int slots[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), sum = 0;
    shmem_team_t row, column;
    shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &row, NULL, 0, &column);
    int own = shmem_team_my_pe(column), n = shmem_team_n_pes(column);
    for (int i = 0; i < n; i++) {
        int pe = shmem_team_translate_pe(column, i, SHMEM_TEAM_WORLD);
        shmem_int_p(&slots[own], me, pe);
    }
    shmem_quiet();
    shmem_team_sync(column);
    for (int i = 0; i < n; i++)
        sum += slots[i];
    printf("%d\n", sum);
    shmem_team_destroy(row);
    shmem_team_destroy(column);
    shmem_finalize();
    return 0;
}
