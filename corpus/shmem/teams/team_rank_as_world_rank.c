/*
 * The members of the upper half of the processes each write an element of the first member of their half.
 *
 * The number of a process in the team is used as a number among all: the two first processes of the upper half
 * write into elements of lower processes that those use (OpenSHMEM 1.6, 9.4.5).
 */
//@ expect: error RMA201 A B
//@ twin: team_rank_translated.c
#include <shmem.h>

static int cells[2];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_team_t upper;
    if (n != 4)
        shmem_global_exit(1);
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 2, 1, 2, NULL, 0, &upper);
    if (me < 2)
        cells[0] = cells[1] = me; //@ B
    if (me >= 2) {
        int first = 0;
        shmem_int_p(&cells[me - 2], me, first); //@ A
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
