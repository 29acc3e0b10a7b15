/*
 * A mode from the command line selects the operation, and the same mode selects the completion.
 *
 * In mode 0 the put is issued, but the second test is on mode > 0, so the buffer is stored into while
 * the put is pending (MPI 4.1, 12.3); it completes only at unlock (12.5.3).
 */
//@ expect: error RMA101 A B
//@ twin: branch_mode_match.c
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define N 16

int main(int argc, char **argv)
{
	char msg[N] = "initial";
	char *win_mem;
	int me, np, peer, mode = 0;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	if (argc > 1)
		mode = atoi(argv[1]);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &np);
	peer = (me + 1) % np;
	MPI_Win_allocate(N, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win_mem, &win);

	MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
	if (mode == 0)
		MPI_Put(msg, N, MPI_CHAR, peer, 0, N, MPI_CHAR, win); //@ A
	if (mode > 0)
		MPI_Win_flush(peer, win);
	msg[0] = 'x'; //@ B
	MPI_Win_unlock(peer, win);

	MPI_Win_free(&win);
	MPI_Finalize();
	return EXIT_SUCCESS;
}
