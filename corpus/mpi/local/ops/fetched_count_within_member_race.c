// A fetched number of cells is tested before so many are fetched into a member array. MPI_Win_sync completes nothing (MPI 4.1, 12.5.4): the cells
// are read while the get is pending.
//
//@ expect: warning RMA102 A B
//@ twin: fetched_count_within_member_ok.c
#include <mpi.h>
#include <stdlib.h>

#define MOST 64

struct mesh {
    int header[2];
    int cells[MOST];
    MPI_Win win;
};

int main(int argc, char **argv)
{
    int me, size, to, wrong = 0, *list;
    struct mesh *m = calloc(1, sizeof *m);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    to = (me + 1) % size;
    MPI_Win_allocate((MOST + 2) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &list, &m->win);
    MPI_Win_lock_all(0, m->win);
    for (int i = 0; i < 3; i++) {
        MPI_Get(m->header, 2, MPI_INT, to, 0, 2, MPI_INT, m->win);
        MPI_Win_flush(to, m->win);
        if (m->header[0] < 0 || m->header[0] > MOST)
            MPI_Abort(MPI_COMM_WORLD, 1);
        if (m->header[0] > 0)
            MPI_Get(m->cells, m->header[0], MPI_INT, to, 2, m->header[0], MPI_INT, m->win); //@ A
        MPI_Win_sync(m->win);
        for (int k = 0; k < m->header[0]; k++)
            wrong += m->cells[k]; //@ B
    }
    MPI_Win_unlock_all(m->win);
    MPI_Win_free(&m->win);
    free(m);
    MPI_Finalize();
    return wrong;
}
