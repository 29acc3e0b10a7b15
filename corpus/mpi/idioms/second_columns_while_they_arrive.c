/*
 * A get fills the second of each pair of numbers in a table, and the process adds up one number of each pair.
 *
 * The sum has the numbers that the get writes, before the fence that completes it (MPI 4.1, 12.3.2, 12.7).
 */
//@ expect: error RMA102 G L
//@ twin: first_columns_while_second_arrive.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0, *column, table[128][2] = {{0}};
    MPI_Datatype second;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(128, 1, 2, MPI_INT, &second);
    MPI_Type_commit(&second);
    MPI_Win_allocate(128 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &column, &win);
    MPI_Win_fence(0, win);
    MPI_Get(&table[0][1], 1, second, (rank + 1) % size, 0, 128, MPI_INT, win); //@ G
    for (int i = 0; i < 128; i++)
        sum += table[i][1]; //@ L
    MPI_Win_fence(0, win);
    printf("%d\n", sum);
    MPI_Type_free(&second);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
