/*
 * A union of one 64-bit word and two 32-bit halves; the low-address half is sent.
 *
 * half[1] occupies bytes 4 to 7 of the union, the put reads bytes 0 to 3 (C17, 6.7.2.1); nothing
 * overlaps.
 */
//@ expect: none
//@ twin: union_overlap.c
#include <mpi.h>
#include <stdint.h>

typedef union {
	uint64_t word;
	uint32_t half[2];
} cell_t;

int main(int argc, char **argv)
{
	cell_t c;
	uint32_t *mem;
	int rank, size;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Win_allocate(sizeof(uint32_t), sizeof(uint32_t), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
	c.word = 0x1122334455667788u;

	MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
	MPI_Put(&c.half[0], 1, MPI_UINT32_T, (rank + 1) % size, 0, 1, MPI_UINT32_T, win);
	c.half[1] = 7;
	MPI_Win_unlock((rank + 1) % size, win);

	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
