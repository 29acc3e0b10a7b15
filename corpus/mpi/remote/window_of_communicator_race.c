// A library keeps a window and its memory as an attribute of the communicator (MPI 4.1, 7.7).
// Race: the put is completed locally only, so it may be pending at its target when that loads (MPI 4.1, 12.5.4).
//
//@ expect: error RMA201 A B
//@ twin: window_of_communicator_ok.c
#include <mpi.h>
#include <stdlib.h>

typedef struct {
    MPI_Win win;
    int *cells;
} Memory;

static int key = MPI_KEYVAL_INVALID;

/* The memory that belongs to a communicator, made when it is asked for first. */
static Memory *memory_of(MPI_Comm comm)
{
    Memory *memory;
    int found;

    if (key == MPI_KEYVAL_INVALID)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_get_attr(comm, key, &memory, &found);
    if (!found) {
        memory = malloc(sizeof *memory);
        MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &memory->cells, &memory->win);
        memory->cells[0] = 0;
        MPI_Win_lock_all(0, memory->win);
        MPI_Barrier(comm);
        MPI_Comm_set_attr(comm, key, memory);
    }
    return memory;
}

static void put(MPI_Comm comm, int target, int value)
{
    Memory *memory = memory_of(comm);

    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, memory->win); //@ A
    MPI_Win_flush_local(target, memory->win);
}

int main(int argc, char **argv)
{
    int rank, size, got;
    Memory *memory;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    put(MPI_COMM_WORLD, (rank + 1) % size, rank);
    memory = memory_of(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    got = memory->cells[0]; //@ B
    MPI_Win_unlock_all(memory->win);
    MPI_Win_free(&memory->win);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
    free(memory);
    MPI_Finalize();
    return got < 0;
}
