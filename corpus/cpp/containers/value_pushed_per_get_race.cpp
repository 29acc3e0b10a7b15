// A value is pushed for each get, and the get writes it: the vector has room for none, so its values move while gets are on their way.
//
// C++20, [vector.modifiers]: push_back reallocates when the new size exceeds the capacity; that of an empty vector is 0, so at the latest
// the second or third push moves the values: they are copied out of the memory that a pending get writes (MPI 4.1, 12.3.4: the buffer of a
// get must not be accessed until it is complete), and that memory is freed (12.7.1).
//@ expect: error RMA102 GET PUSH
//@ expect: error RMA402 GET PUSH
//@ twin: value_pushed_per_get_reserved.cpp
#include <cstdio>
#include <mpi.h>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base;
    MPI_Win window;
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    for (int i = 0; i < 8; ++i)
        base[i] = rank + i;
    MPI_Win_fence(0, window);
    std::vector<double> values;
    for (int process = 0; process < size; ++process) {
        values.push_back(0.0); //@ PUSH
        MPI_Get(&values.back(), 1, MPI_DOUBLE, process, 0, 1, MPI_DOUBLE, window); //@ GET
    }
    MPI_Win_fence(0, window);
    std::printf("%g\n", values.front());
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
