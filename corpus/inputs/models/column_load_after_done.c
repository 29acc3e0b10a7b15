/* As column_load_before_done.c, with each column read when its handle is done. */
//@ expect: none
//@ twin: column_load_before_done.c
#include "team.h"

int main(int argc, char **argv)
{
    static int first[32], second[32];
    column_handle *one, *two;
    int sum = 0;

    MPI_Init(&argc, &argv);
    column_get(first, 32, 0, &one);
    column_get(second, 32, 1, &two);
    column_done(&one);
    sum += first[3];
    column_done(&two);
    sum += second[3];
    MPI_Finalize();
    return sum;
}
