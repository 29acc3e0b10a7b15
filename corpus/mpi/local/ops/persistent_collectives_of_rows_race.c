// Persistent broadcasts are made in a loop, one for each row; a row is used while its broadcast is under way (MPI 4.1, 6.13).
//
//@ headers: mpich -- the other set is of MPI 3.1
//@ expect: error RMA105 A B
//@ twin: persistent_collectives_of_rows_ok.c
#include <mpi.h>

enum { ROWS = 3, LENGTH = 8 };

int main(int argc, char **argv)
{
    static double row[ROWS][LENGTH];
    MPI_Request request[ROWS];
    double sum = 0;
    MPI_Init(&argc, &argv);
    for (int r = 0; r < ROWS; r++)
        MPI_Bcast_init(row[r], LENGTH, MPI_DOUBLE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request[r]);
    for (int r = 0; r < ROWS; r++)
        MPI_Start(&request[r]); //@ A
    for (int r = 0; r < ROWS; r++) {
        row[r][0] += 1; //@ B
        MPI_Wait(&request[r], MPI_STATUS_IGNORE);
        sum += row[r][LENGTH - 1];
    }
    for (int r = 0; r < ROWS; r++)
        MPI_Request_free(&request[r]);
    MPI_Finalize();
    return sum > 1000;
}
