/* Two columns are fetched under handles of their own, which team.toml declares; the second is read when only the first
   is done (as MPI 4.1, 12.3, has it for the result of a get). */
//@ expect: error RMA102 SECOND LOAD
//@ twin: column_load_after_done.c
#include "team.h"

int main(int argc, char **argv)
{
    static int first[32], second[32];
    column_handle *one, *two;
    int sum = 0;

    MPI_Init(&argc, &argv);
    column_get(first, 32, 0, &one);
    column_get(second, 32, 1, &two); //@ SECOND
    column_done(&one);
    sum += first[3];
    sum += second[3]; //@ LOAD
    column_done(&two);
    MPI_Finalize();
    return sum;
}
