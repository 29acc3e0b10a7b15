// The buffer of a split collective read is used behind its end (MPI 4.1, 14.4.5).
//
//@ expect: none
//@ twin: file_split_read_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    static int data[64], other[64];
    MPI_File in, out;
    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "in", MPI_MODE_RDONLY, MPI_INFO_NULL, &in);
    MPI_File_open(MPI_COMM_WORLD, "out", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &out);
    MPI_File_read_all_begin(in, data, 64, MPI_INT);
    MPI_File_write_all_begin(out, other, 64, MPI_INT);
    MPI_File_read_all_end(in, data, MPI_STATUS_IGNORE);
    int first = data[0];
    MPI_File_write_all_end(out, other, MPI_STATUS_IGNORE);
    other[0] = first;
    MPI_File_close(&in);
    MPI_File_close(&out);
    MPI_Finalize();
    return data[1] > other[1];
}
