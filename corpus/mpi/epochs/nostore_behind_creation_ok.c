// The memory is filled before it becomes a window: the first fence may say that nothing was stored to the window (MPI 4.1, 12.5.5).
//
//@ expect: none
//@ twin: nostore_behind_creation_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int me, n, one = 1, memory[10];
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (int i = 0; i < 10; i++)
        memory[i] = i;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPRECEDE, win);
    MPI_Put(&one, 1, MPI_INT, (me + 1) % n, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return memory[1] > 1;
}
