/* Whether a put is made, an option says that is one of two words; other arguments end the program.

   Label: the put is complete when the flush returns (MPI 4.1, 12.5.4), and only then its origin changes.
 */
//@ expect: none
//@ twin: method_by_option_race.c
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    double *memory, data[4] = {0};
    int rank, size, puts = 1;
    MPI_Init(&argc, &argv);
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--method") == 0)
            puts = strcmp(argv[i + 1], "none") == 0 ? 0 : 1;
        else
            exit(1);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    if (puts)
        MPI_Put(data, 4, MPI_DOUBLE, (rank + 1) % size, 0, 4, MPI_DOUBLE, win); //@ A
    MPI_Win_flush((rank + 1) % size, win);
    data[0] = 1;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
