// MPI_Compare_and_swap in a loop that tries to take a word, with a variable of its own for what is found there.
// Origin, compare and result buffer are three variables (MPI 4.1, 2.3 and 12.3.4).
//
//@ expect: none
//@ twin: cas_compare_is_result_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, word = -1, mine, found;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&word, sizeof word, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 3; i++) {
        int free_word = -1;
        mine = rank;
        MPI_Compare_and_swap(&mine, &free_word, &found, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
        printf("%d\n", found);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
