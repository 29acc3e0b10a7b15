// MPI_Compare_and_swap in a loop that tries to take a word, with the variable that it compares with for what is found there.
// The result is written where the compare buffer is read: an argument that is written must not be another one as well (MPI 4.1, 2.3).
//
//@ expect: error RMA104 A A
//@ twin: cas_compare_is_result_ok.c
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
        MPI_Compare_and_swap(&mine, &free_word, &free_word, MPI_INT, 0, 0, win); //@ A
        MPI_Win_flush(0, win);
        printf("%d\n", free_word);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
