// Rank 0 fetches a name from rank 1 under a lock and prints it with %s.
// printf follows the string's bytes before MPI_Win_unlock: a read of the buffer of a pending get (MPI 4.1, 12.3).
//
//@ expect: error RMA102 A B
//@ twin: get_unlock_printf_string_ok.c
#include <mpi.h>
#include <stdio.h>

#define NAMELEN 64

int main(int argc, char **argv)
{
    int myid;
    char name[NAMELEN], peer_name[NAMELEN] = "?";
    MPI_Win names;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    snprintf(name, NAMELEN, "worker-%03d", myid);
    MPI_Win_create(name, NAMELEN, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &names);

    if (myid == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, names);
        MPI_Get(peer_name, NAMELEN, MPI_CHAR, 1, 0, NAMELEN, MPI_CHAR, names); //@ A
        printf("peer %d is %s\n", 1, peer_name); //@ B
        MPI_Win_unlock(1, names);
    }

    MPI_Win_free(&names);
    MPI_Finalize();
    return 0;
}
