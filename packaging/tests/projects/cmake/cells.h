#include <mpi.h>

void send_cells(double *cells, int target, MPI_Win win);
void fill_cells(double *cells, int value);
void report_cells(const double *cells, int rank);
