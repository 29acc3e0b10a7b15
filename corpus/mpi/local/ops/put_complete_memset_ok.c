// General active target synchronisation: rank 0 puts a block to rank 1 and clears its copy with memset.
// memset stands after MPI_Win_complete, which completes all operations of the epoch at the origin (MPI 4.1, 12.5.2).
//
//@ expect: none
//@ twin: put_complete_memset_race.c
#include <mpi.h>
#include <string.h>

#define BLK 32

int main(int argc, char **argv)
{
    int rank, peer;
    long out[BLK], inbox[BLK];
    MPI_Group all, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Win_create(inbox, sizeof inbox, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank < 2) {
        peer = 1 - rank;
        MPI_Group_incl(all, 1, &peer, &other);
        if (rank == 0) {
            for (int i = 0; i < BLK; i++)
                out[i] = i * i;
            MPI_Win_start(other, 0, win);
            MPI_Put(out, BLK, MPI_LONG, 1, 0, BLK, MPI_LONG, win);
            MPI_Win_complete(win);
            memset(out, 0, sizeof out);
            MPI_Send(out, BLK, MPI_LONG, 1, 3, MPI_COMM_WORLD);
        } else {
            MPI_Win_post(other, 0, win);
            MPI_Win_wait(win);
            MPI_Recv(out, BLK, MPI_LONG, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Group_free(&other);
    }
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
