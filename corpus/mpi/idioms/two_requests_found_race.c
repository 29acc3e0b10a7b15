/*
 * Two blocks are put with requests. MPI_Waitany finds one of them complete, and its place in the array of requests is used for a third
 * block; then a wait is made again, and the first two blocks are changed.
 *
 * The second wait may find the request of the third block, which is in the same place as the first one that was found (MPI 4.1, 3.7.5):
 * then the put of one of the first two blocks is pending when both are changed.
 */
//@ expect: error RMA101 P A
//@ expect: error RMA101 Q B
//@ twin: two_requests_found_ok.c
#include <mpi.h>

enum { WORDS = 40 };

int main(int argc, char **argv)
{
    int rank, size, found, next;
    int block[3][WORDS] = {{0}}, *there;
    MPI_Request request[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(3 * WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &there, &win);
    next = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    MPI_Rput(block[0], WORDS, MPI_INT, next, 0, WORDS, MPI_INT, win, &request[0]); //@ P
    MPI_Rput(block[1], WORDS, MPI_INT, next, WORDS, WORDS, MPI_INT, win, &request[1]); //@ Q
    MPI_Waitany(2, request, &found, MPI_STATUS_IGNORE);
    MPI_Rput(block[2], WORDS, MPI_INT, next, 2 * WORDS, WORDS, MPI_INT, win, &request[found]);
    MPI_Waitany(2, request, &found, MPI_STATUS_IGNORE);
    block[0][0] = 1; //@ A
    block[1][0] = 1; //@ B
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
