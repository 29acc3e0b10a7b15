/* What the reader of C knows of MPI: constants and types. Functions need no declaration. */
#pragma once
#include <stddef.h>
typedef int MPI_Comm, MPI_Win, MPI_Datatype, MPI_Op, MPI_Group, MPI_Request, MPI_Info, MPI_Errhandler, MPI_Message;
typedef long MPI_Aint;
typedef long long MPI_Count, MPI_Offset;
typedef struct MPI_Status {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;
double MPI_Wtime(void);
#define MPI_VERSION 4
#define MPI_SUBVERSION 1
#define MPI_SUCCESS 0
#define MPI_ERR_NO_MEM 34
#define MPI_ERRORS_RETURN 1
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_PROCESSOR_NAME 128
#define MPI_COMM_NULL 0
#define MPI_COMM_WORLD 1
#define MPI_COMM_SELF 2
#define MPI_WIN_NULL 0
#define MPI_GROUP_NULL 0
#define MPI_GROUP_EMPTY 1
#define MPI_REQUEST_NULL 0
#define MPI_INFO_NULL 0
#define MPI_UNDEFINED (-32766)
#define MPI_PROC_NULL (-1)
#define MPI_ANY_SOURCE (-2)
#define MPI_ANY_TAG (-1)
#define MPI_ROOT (-3)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_BOTTOM ((void *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_LOCK_EXCLUSIVE 1
#define MPI_LOCK_SHARED 2
#define MPI_MODE_NOCHECK 1
#define MPI_MODE_NOSTORE 2
#define MPI_MODE_NOPUT 4
#define MPI_MODE_NOPRECEDE 8
#define MPI_MODE_NOSUCCEED 16
#define MPI_WIN_BASE 1
#define MPI_WIN_SIZE 2
#define MPI_WIN_DISP_UNIT 3
#define MPI_ORDER_C 1
#define MPI_ORDER_FORTRAN 2
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3
/* Datatypes: the hundreds tell the size in bytes. */
#define MPI_DATATYPE_NULL 0
#define MPI_CHAR 101
#define MPI_SIGNED_CHAR 102
#define MPI_UNSIGNED_CHAR 103
#define MPI_BYTE 104
#define MPI_INT8_T 105
#define MPI_UINT8_T 106
#define MPI_C_BOOL 107
#define MPI_SHORT 201
#define MPI_UNSIGNED_SHORT 202
#define MPI_INT16_T 203
#define MPI_INT 401
#define MPI_UNSIGNED 402
#define MPI_FLOAT 403
#define MPI_UINT16_T 204
#define MPI_INT32_T 404
#define MPI_UINT32_T 405
#define MPI_LONG 801
#define MPI_UNSIGNED_LONG 802
#define MPI_LONG_LONG 803
#define MPI_LONG_LONG_INT 803
#define MPI_UNSIGNED_LONG_LONG 804
#define MPI_DOUBLE 805
#define MPI_AINT 806
#define MPI_INT64_T 807
#define MPI_UINT64_T 808
#define MPI_COUNT 809
#define MPI_OFFSET 810
/* Operations. */
#define MPI_SUM 1
#define MPI_MAX 2
#define MPI_REPLACE 3
#define MPI_NO_OP 4
#define MPI_MIN 5
#define MPI_PROD 6
#define MPI_LAND 7
#define MPI_BAND 8
#define MPI_LOR 9
#define MPI_BOR 10
#define MPI_LXOR 11
#define MPI_BXOR 12
