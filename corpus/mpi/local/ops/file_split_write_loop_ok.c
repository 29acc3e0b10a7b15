// Blocks are written by split collectives; the next block is computed in another buffer meanwhile (MPI 4.1, 14.4.5).
//
//@ expect: none
//@ twin: file_split_write_loop_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    static int data[64], other[64];
    MPI_File in, out;
    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "in", MPI_MODE_RDONLY, MPI_INFO_NULL, &in);
    MPI_File_open(MPI_COMM_WORLD, "out", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &out);
    for (int block = 0; block < 8; block++) {
        MPI_File_write_at_all_begin(out, block * 256, data, 64, MPI_INT);
        for (int i = 0; i < 64; i++)
            other[i] = block + i;
        MPI_File_write_at_all_end(out, data, MPI_STATUS_IGNORE);
        for (int i = 0; i < 64; i++)
            data[i] = other[i];
    }
    MPI_File_close(&in);
    MPI_File_close(&out);
    MPI_Finalize();
    return data[1] > other[1];
}
