! A part of module mpi_f08 (MPI 4.1, 19.1.2), for compilers that cannot read the installed one, with the handles and names of
! Open MPI 4.1: choice buffers are passed as addresses.
! Module mpi_f08_types has the name that both libraries give it: its operators are found by the names of its procedures.
module mpi_f08_types
  use, intrinsic :: iso_c_binding, only: c_int, c_ptr
  implicit none

  type, bind(C) :: MPI_Comm
    integer(c_int) :: MPI_VAL
  end type MPI_Comm
  type, bind(C) :: MPI_Datatype
    integer(c_int) :: MPI_VAL
  end type MPI_Datatype
  type, bind(C) :: MPI_Errhandler
    integer(c_int) :: MPI_VAL
  end type MPI_Errhandler
  type, bind(C) :: MPI_File
    integer(c_int) :: MPI_VAL
  end type MPI_File
  type, bind(C) :: MPI_Group
    integer(c_int) :: MPI_VAL
  end type MPI_Group
  type, bind(C) :: MPI_Info
    integer(c_int) :: MPI_VAL
  end type MPI_Info
  type, bind(C) :: MPI_Message
    integer(c_int) :: MPI_VAL
  end type MPI_Message
  type, bind(C) :: MPI_Op
    integer(c_int) :: MPI_VAL
  end type MPI_Op
  type, bind(C) :: MPI_Request
    integer(c_int) :: MPI_VAL
  end type MPI_Request
  type, bind(C) :: MPI_Session
    integer(c_int) :: MPI_VAL
  end type MPI_Session
  type, bind(C) :: MPI_Win
    integer(c_int) :: MPI_VAL
  end type MPI_Win
  type, bind(C) :: MPI_Status
    integer(c_int) :: MPI_SOURCE, MPI_TAG, MPI_ERROR, cancelled, count_lo, count_hi
  end type MPI_Status

  interface operator(==)
    module procedure ompi_comm_op_eq
    module procedure ompi_datatype_op_eq
    module procedure ompi_errhandler_op_eq
    module procedure ompi_file_op_eq
    module procedure ompi_group_op_eq
    module procedure ompi_info_op_eq
    module procedure ompi_message_op_eq
    module procedure ompi_op_op_eq
    module procedure ompi_request_op_eq
    module procedure ompi_session_op_eq
    module procedure ompi_win_op_eq
  end interface operator(==)

  interface operator(/=)
    module procedure ompi_comm_op_ne
    module procedure ompi_datatype_op_ne
    module procedure ompi_errhandler_op_ne
    module procedure ompi_file_op_ne
    module procedure ompi_group_op_ne
    module procedure ompi_info_op_ne
    module procedure ompi_message_op_ne
    module procedure ompi_op_op_ne
    module procedure ompi_request_op_ne
    module procedure ompi_session_op_ne
    module procedure ompi_win_op_ne
  end interface operator(/=)

contains

  elemental logical function ompi_comm_op_eq(x, y)
    type(MPI_Comm), intent(in) :: x, y
    ompi_comm_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_comm_op_eq

  elemental logical function ompi_comm_op_ne(x, y)
    type(MPI_Comm), intent(in) :: x, y
    ompi_comm_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_comm_op_ne

  elemental logical function ompi_datatype_op_eq(x, y)
    type(MPI_Datatype), intent(in) :: x, y
    ompi_datatype_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_datatype_op_eq

  elemental logical function ompi_datatype_op_ne(x, y)
    type(MPI_Datatype), intent(in) :: x, y
    ompi_datatype_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_datatype_op_ne

  elemental logical function ompi_errhandler_op_eq(x, y)
    type(MPI_Errhandler), intent(in) :: x, y
    ompi_errhandler_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_errhandler_op_eq

  elemental logical function ompi_errhandler_op_ne(x, y)
    type(MPI_Errhandler), intent(in) :: x, y
    ompi_errhandler_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_errhandler_op_ne

  elemental logical function ompi_file_op_eq(x, y)
    type(MPI_File), intent(in) :: x, y
    ompi_file_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_file_op_eq

  elemental logical function ompi_file_op_ne(x, y)
    type(MPI_File), intent(in) :: x, y
    ompi_file_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_file_op_ne

  elemental logical function ompi_group_op_eq(x, y)
    type(MPI_Group), intent(in) :: x, y
    ompi_group_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_group_op_eq

  elemental logical function ompi_group_op_ne(x, y)
    type(MPI_Group), intent(in) :: x, y
    ompi_group_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_group_op_ne

  elemental logical function ompi_info_op_eq(x, y)
    type(MPI_Info), intent(in) :: x, y
    ompi_info_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_info_op_eq

  elemental logical function ompi_info_op_ne(x, y)
    type(MPI_Info), intent(in) :: x, y
    ompi_info_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_info_op_ne

  elemental logical function ompi_message_op_eq(x, y)
    type(MPI_Message), intent(in) :: x, y
    ompi_message_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_message_op_eq

  elemental logical function ompi_message_op_ne(x, y)
    type(MPI_Message), intent(in) :: x, y
    ompi_message_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_message_op_ne

  elemental logical function ompi_op_op_eq(x, y)
    type(MPI_Op), intent(in) :: x, y
    ompi_op_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_op_op_eq

  elemental logical function ompi_op_op_ne(x, y)
    type(MPI_Op), intent(in) :: x, y
    ompi_op_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_op_op_ne

  elemental logical function ompi_request_op_eq(x, y)
    type(MPI_Request), intent(in) :: x, y
    ompi_request_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_request_op_eq

  elemental logical function ompi_request_op_ne(x, y)
    type(MPI_Request), intent(in) :: x, y
    ompi_request_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_request_op_ne

  elemental logical function ompi_session_op_eq(x, y)
    type(MPI_Session), intent(in) :: x, y
    ompi_session_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_session_op_eq

  elemental logical function ompi_session_op_ne(x, y)
    type(MPI_Session), intent(in) :: x, y
    ompi_session_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_session_op_ne

  elemental logical function ompi_win_op_eq(x, y)
    type(MPI_Win), intent(in) :: x, y
    ompi_win_op_eq = x%MPI_VAL == y%MPI_VAL
  end function ompi_win_op_eq

  elemental logical function ompi_win_op_ne(x, y)
    type(MPI_Win), intent(in) :: x, y
    ompi_win_op_ne = x%MPI_VAL /= y%MPI_VAL
  end function ompi_win_op_ne
end module mpi_f08_types

module mpi_f08
  use, intrinsic :: iso_c_binding, only: c_int, c_ptr
  use mpi_f08_types
  implicit none
  integer, parameter :: MPI_ADDRESS_KIND = 8
  integer, parameter :: MPI_COUNT_KIND = 8
  integer, parameter :: MPI_OFFSET_KIND = 8
  integer, parameter :: MPI_INTEGER_KIND = 4

  integer, parameter :: MPI_SUCCESS = 0
  integer, parameter :: MPI_ERR_ARG = 13
  integer, parameter :: MPI_ERR_BASE = 24
  integer, parameter :: MPI_ERR_BUFFER = 1
  integer, parameter :: MPI_ERR_COMM = 5
  integer, parameter :: MPI_ERR_COUNT = 2
  integer, parameter :: MPI_ERR_DISP = 26
  integer, parameter :: MPI_ERR_GROUP = 9
  integer, parameter :: MPI_ERR_INFO = 34
  integer, parameter :: MPI_ERR_INTERN = 17
  integer, parameter :: MPI_ERR_LASTCODE = 92
  integer, parameter :: MPI_ERR_LOCKTYPE = 37
  integer, parameter :: MPI_ERR_NO_MEM = 39
  integer, parameter :: MPI_ERR_OP = 10
  integer, parameter :: MPI_ERR_OTHER = 16
  integer, parameter :: MPI_ERR_PENDING = 19
  integer, parameter :: MPI_ERR_RANK = 6
  integer, parameter :: MPI_ERR_REQUEST = 7
  integer, parameter :: MPI_ERR_RMA_ATTACH = 69
  integer, parameter :: MPI_ERR_RMA_CONFLICT = 46
  integer, parameter :: MPI_ERR_RMA_FLAVOR = 70
  integer, parameter :: MPI_ERR_RMA_RANGE = 68
  integer, parameter :: MPI_ERR_RMA_SHARED = 71
  integer, parameter :: MPI_ERR_RMA_SYNC = 47
  integer, parameter :: MPI_ERR_ROOT = 8
  integer, parameter :: MPI_ERR_SIZE = 49
  integer, parameter :: MPI_ERR_TAG = 4
  integer, parameter :: MPI_ERR_TRUNCATE = 15
  integer, parameter :: MPI_ERR_TYPE = 3
  integer, parameter :: MPI_ERR_UNKNOWN = 14
  integer, parameter :: MPI_ERR_WIN = 53
  integer, parameter :: MPI_LOCK_EXCLUSIVE = 1
  integer, parameter :: MPI_LOCK_SHARED = 2
  integer, parameter :: MPI_MODE_NOCHECK = 1
  integer, parameter :: MPI_MODE_NOPRECEDE = 2
  integer, parameter :: MPI_MODE_NOSUCCEED = 16
  integer, parameter :: MPI_MODE_NOSTORE = 8
  integer, parameter :: MPI_MODE_NOPUT = 4
  integer, parameter :: MPI_PROC_NULL = -2
  integer, parameter :: MPI_ANY_SOURCE = -1
  integer, parameter :: MPI_ANY_TAG = -1
  integer, parameter :: MPI_ROOT = -4
  integer, parameter :: MPI_UNDEFINED = -32766
  integer, parameter :: MPI_IDENT = 0
  integer, parameter :: MPI_CONGRUENT = 1
  integer, parameter :: MPI_SIMILAR = 2
  integer, parameter :: MPI_UNEQUAL = 3
  integer, parameter :: MPI_COMM_TYPE_SHARED = 0
  integer, parameter :: MPI_THREAD_SINGLE = 0
  integer, parameter :: MPI_THREAD_FUNNELED = 1
  integer, parameter :: MPI_THREAD_SERIALIZED = 2
  integer, parameter :: MPI_THREAD_MULTIPLE = 3
  integer, parameter :: MPI_WIN_BASE = 7
  integer, parameter :: MPI_WIN_SIZE = 8
  integer, parameter :: MPI_WIN_DISP_UNIT = 9
  integer, parameter :: MPI_WIN_CREATE_FLAVOR = 10
  integer, parameter :: MPI_WIN_MODEL = 11
  integer, parameter :: MPI_WIN_FLAVOR_CREATE = 1
  integer, parameter :: MPI_WIN_FLAVOR_ALLOCATE = 2
  integer, parameter :: MPI_WIN_FLAVOR_DYNAMIC = 3
  integer, parameter :: MPI_WIN_FLAVOR_SHARED = 4
  integer, parameter :: MPI_WIN_SEPARATE = 1
  integer, parameter :: MPI_WIN_UNIFIED = 0
  integer, parameter :: MPI_TAG_UB = 0
  integer, parameter :: MPI_ORDER_C = 0
  integer, parameter :: MPI_ORDER_FORTRAN = 1
  integer, parameter :: MPI_CART = 1
  integer, parameter :: MPI_GRAPH = 2
  integer, parameter :: MPI_DIST_GRAPH = 3
  integer, parameter :: MPI_MAX_PROCESSOR_NAME = 256-1
  integer, parameter :: MPI_MAX_ERROR_STRING = 256-1
  integer, parameter :: MPI_MAX_OBJECT_NAME = 64-1
  integer, parameter :: MPI_MAX_INFO_KEY = 36-1
  integer, parameter :: MPI_MAX_INFO_VAL = 256-1
  integer, parameter :: MPI_MAX_LIBRARY_VERSION_STRING = 256-1
  integer, parameter :: MPI_VERSION = 3
  integer, parameter :: MPI_SUBVERSION = 1
  logical, parameter :: MPI_SUBARRAYS_SUPPORTED = .false.
  logical, parameter :: MPI_ASYNC_PROTECTS_NONBLOCKING = .false.
  type(MPI_Comm), parameter :: MPI_COMM_WORLD = MPI_Comm(0)
  type(MPI_Comm), parameter :: MPI_COMM_SELF = MPI_Comm(1)
  type(MPI_Comm), parameter :: MPI_COMM_NULL = MPI_Comm(2)
  type(MPI_Info), parameter :: MPI_INFO_NULL = MPI_Info(0)
  type(MPI_Info), parameter :: MPI_INFO_ENV = MPI_Info(1)
  type(MPI_Group), parameter :: MPI_GROUP_NULL = MPI_Group(0)
  type(MPI_Group), parameter :: MPI_GROUP_EMPTY = MPI_Group(1)
  type(MPI_Win), parameter :: MPI_WIN_NULL = MPI_Win(0)
  type(MPI_File), parameter :: MPI_FILE_NULL = MPI_File(0)
  type(MPI_Request), parameter :: MPI_REQUEST_NULL = MPI_Request(0)
  type(MPI_Message), parameter :: MPI_MESSAGE_NULL = MPI_Message(0)
  type(MPI_Message), parameter :: MPI_MESSAGE_NO_PROC = MPI_Message(1)
  type(MPI_Errhandler), parameter :: MPI_ERRHANDLER_NULL = MPI_Errhandler(0)
  type(MPI_Errhandler), parameter :: MPI_ERRORS_ARE_FATAL = MPI_Errhandler(1)
  type(MPI_Errhandler), parameter :: MPI_ERRORS_RETURN = MPI_Errhandler(2)
  type(MPI_Op), parameter :: MPI_OP_NULL = MPI_Op(0)
  type(MPI_Op), parameter :: MPI_MAX = MPI_Op(1)
  type(MPI_Op), parameter :: MPI_MIN = MPI_Op(2)
  type(MPI_Op), parameter :: MPI_SUM = MPI_Op(3)
  type(MPI_Op), parameter :: MPI_PROD = MPI_Op(4)
  type(MPI_Op), parameter :: MPI_LAND = MPI_Op(5)
  type(MPI_Op), parameter :: MPI_BAND = MPI_Op(6)
  type(MPI_Op), parameter :: MPI_LOR = MPI_Op(7)
  type(MPI_Op), parameter :: MPI_BOR = MPI_Op(8)
  type(MPI_Op), parameter :: MPI_LXOR = MPI_Op(9)
  type(MPI_Op), parameter :: MPI_BXOR = MPI_Op(10)
  type(MPI_Op), parameter :: MPI_MAXLOC = MPI_Op(11)
  type(MPI_Op), parameter :: MPI_MINLOC = MPI_Op(12)
  type(MPI_Op), parameter :: MPI_REPLACE = MPI_Op(13)
  type(MPI_Op), parameter :: MPI_NO_OP = MPI_Op(14)
  type(MPI_Datatype), parameter :: MPI_DATATYPE_NULL = MPI_Datatype(0)
  type(MPI_Datatype), parameter :: MPI_INTEGER = MPI_Datatype(7)
  type(MPI_Datatype), parameter :: MPI_INTEGER1 = MPI_Datatype(8)
  type(MPI_Datatype), parameter :: MPI_INTEGER2 = MPI_Datatype(9)
  type(MPI_Datatype), parameter :: MPI_INTEGER4 = MPI_Datatype(10)
  type(MPI_Datatype), parameter :: MPI_INTEGER8 = MPI_Datatype(11)
  type(MPI_Datatype), parameter :: MPI_REAL = MPI_Datatype(13)
  type(MPI_Datatype), parameter :: MPI_REAL4 = MPI_Datatype(14)
  type(MPI_Datatype), parameter :: MPI_REAL8 = MPI_Datatype(15)
  type(MPI_Datatype), parameter :: MPI_REAL16 = MPI_Datatype(16)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_PRECISION = MPI_Datatype(17)
  type(MPI_Datatype), parameter :: MPI_COMPLEX = MPI_Datatype(18)
  type(MPI_Datatype), parameter :: MPI_COMPLEX8 = MPI_Datatype(19)
  type(MPI_Datatype), parameter :: MPI_COMPLEX16 = MPI_Datatype(20)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_COMPLEX = MPI_Datatype(22)
  type(MPI_Datatype), parameter :: MPI_LOGICAL = MPI_Datatype(6)
  type(MPI_Datatype), parameter :: MPI_CHARACTER = MPI_Datatype(5)
  type(MPI_Datatype), parameter :: MPI_BYTE = MPI_Datatype(1)
  type(MPI_Datatype), parameter :: MPI_PACKED = MPI_Datatype(2)
  type(MPI_Datatype), parameter :: MPI_2INTEGER = MPI_Datatype(25)
  type(MPI_Datatype), parameter :: MPI_2REAL = MPI_Datatype(23)
  type(MPI_Datatype), parameter :: MPI_2DOUBLE_PRECISION = MPI_Datatype(24)
  type(MPI_Datatype), parameter :: MPI_AINT = MPI_Datatype(66)
  type(MPI_Datatype), parameter :: MPI_OFFSET = MPI_Datatype(67)
  type(MPI_Datatype), parameter :: MPI_COUNT = MPI_Datatype(72)
  type(MPI_Datatype), parameter :: MPI_CHAR = MPI_Datatype(34)
  type(MPI_Datatype), parameter :: MPI_SIGNED_CHAR = MPI_Datatype(36)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_CHAR = MPI_Datatype(35)
  type(MPI_Datatype), parameter :: MPI_SHORT = MPI_Datatype(37)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_SHORT = MPI_Datatype(38)
  type(MPI_Datatype), parameter :: MPI_INT = MPI_Datatype(39)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED = MPI_Datatype(40)
  type(MPI_Datatype), parameter :: MPI_LONG = MPI_Datatype(41)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_LONG = MPI_Datatype(42)
  type(MPI_Datatype), parameter :: MPI_LONG_LONG = MPI_Datatype(43)
  type(MPI_Datatype), parameter :: MPI_LONG_LONG_INT = MPI_Datatype(43)
  type(MPI_Datatype), parameter :: MPI_UNSIGNED_LONG_LONG = MPI_Datatype(44)
  type(MPI_Datatype), parameter :: MPI_FLOAT = MPI_Datatype(45)
  type(MPI_Datatype), parameter :: MPI_DOUBLE = MPI_Datatype(46)
  type(MPI_Datatype), parameter :: MPI_LONG_DOUBLE = MPI_Datatype(47)
  type(MPI_Datatype), parameter :: MPI_INT8_T = MPI_Datatype(58)
  type(MPI_Datatype), parameter :: MPI_INT16_T = MPI_Datatype(60)
  type(MPI_Datatype), parameter :: MPI_INT32_T = MPI_Datatype(62)
  type(MPI_Datatype), parameter :: MPI_INT64_T = MPI_Datatype(64)
  type(MPI_Datatype), parameter :: MPI_UINT8_T = MPI_Datatype(59)
  type(MPI_Datatype), parameter :: MPI_UINT16_T = MPI_Datatype(61)
  type(MPI_Datatype), parameter :: MPI_UINT32_T = MPI_Datatype(63)
  type(MPI_Datatype), parameter :: MPI_UINT64_T = MPI_Datatype(65)
  type(MPI_Datatype), parameter :: MPI_C_BOOL = MPI_Datatype(68)
  type(MPI_Datatype), parameter :: MPI_2INT = MPI_Datatype(52)
  type(MPI_Datatype), parameter :: MPI_FLOAT_INT = MPI_Datatype(48)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_INT = MPI_Datatype(49)
  type(MPI_Datatype), parameter :: MPI_LONG_INT = MPI_Datatype(51)
  type(MPI_Status), bind(C, name="mpi_fortran_status_ignore_") :: MPI_STATUS_IGNORE
  integer(c_int), bind(C, name="mpi_fortran_in_place_") :: MPI_IN_PLACE
  type(MPI_Status), bind(C, name="mpi_fortran_statuses_ignore_") :: MPI_STATUSES_IGNORE(1)
  integer(c_int), bind(C, name="mpi_fortran_bottom_") :: MPI_BOTTOM

  interface MPI_Init
    subroutine MPI_Init_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Init_f08
  end interface MPI_Init

  interface MPI_Finalize
    subroutine MPI_Finalize_f08(ierror)
      import
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Finalize_f08
  end interface MPI_Finalize

  interface MPI_Abort
    subroutine MPI_Abort_f08(comm, errorcode, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Abort_f08
  end interface MPI_Abort

  interface MPI_Comm_rank
    subroutine MPI_Comm_rank_f08(comm, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: rank
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_rank_f08
  end interface MPI_Comm_rank

  interface MPI_Comm_size
    subroutine MPI_Comm_size_f08(comm, size, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_size_f08
  end interface MPI_Comm_size

  interface MPI_Comm_group
    subroutine MPI_Comm_group_f08(comm, group, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(out) :: group
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_group_f08
  end interface MPI_Comm_group

  interface MPI_Group_incl
    subroutine MPI_Group_incl_f08(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranks(*)
      type(MPI_Group), intent(out) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Group_incl_f08
  end interface MPI_Group_incl

  interface MPI_Group_free
    subroutine MPI_Group_free_f08(group, ierror)
      import
      type(MPI_Group), intent(inout) :: group
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Group_free_f08
  end interface MPI_Group_free

  interface MPI_Barrier
    subroutine MPI_Barrier_f08(comm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Barrier_f08
  end interface MPI_Barrier

  interface MPI_Bcast
    subroutine MPI_Bcast_f08(buf, count, datatype, root, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) buf
      real, asynchronous :: buf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Bcast_f08
  end interface MPI_Bcast

  interface MPI_Reduce
    subroutine MPI_Reduce_f08(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Reduce_f08
  end interface MPI_Reduce

  interface MPI_Allreduce
    subroutine MPI_Allreduce_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Allreduce_f08
  end interface MPI_Allreduce

  interface MPI_Send
    subroutine MPI_Send_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) buf
      real, asynchronous :: buf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Send_f08
  end interface MPI_Send

  interface MPI_Recv
    subroutine MPI_Recv_f08(buf, count, datatype, source, tag, comm, status, ierror)
      import
      !dir$ ignore_tkr(tkrc) buf
      real, asynchronous :: buf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status), intent(out) :: status
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Recv_f08
  end interface MPI_Recv

  interface MPI_Isend
    subroutine MPI_Isend_f08(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      !dir$ ignore_tkr(tkrc) buf
      real, asynchronous :: buf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Isend_f08
  end interface MPI_Isend

  interface MPI_Irecv
    subroutine MPI_Irecv_f08(buf, count, datatype, source, tag, comm, request, ierror)
      import
      !dir$ ignore_tkr(tkrc) buf
      real, asynchronous :: buf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Irecv_f08
  end interface MPI_Irecv

  interface MPI_Wait
    subroutine MPI_Wait_f08(request, status, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      type(MPI_Status), intent(out) :: status
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Wait_f08
  end interface MPI_Wait

  interface MPI_Waitall
    subroutine MPI_Waitall_f08(count, array_of_requests, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      type(MPI_Status), intent(out) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Waitall_f08
  end interface MPI_Waitall

  interface MPI_Type_vector
    subroutine MPI_Type_vector_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_vector_f08
  end interface MPI_Type_vector

  interface MPI_Type_commit
    subroutine MPI_Type_commit_f08(datatype, ierror)
      import
      type(MPI_Datatype), intent(inout) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_commit_f08
  end interface MPI_Type_commit

  interface MPI_Type_free
    subroutine MPI_Type_free_f08(datatype, ierror)
      import
      type(MPI_Datatype), intent(inout) :: datatype
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_free_f08
  end interface MPI_Type_free

  interface MPI_Win_create
    subroutine MPI_Win_create_f08(base, size, disp_unit, info, comm, win, ierror)
      import
      !dir$ ignore_tkr(tkrc) base
      real, asynchronous :: base(*)
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win), intent(out) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_create_f08
  end interface MPI_Win_create

  interface MPI_Win_allocate
    subroutine MPI_Win_allocate_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(out) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_allocate_f08
  end interface MPI_Win_allocate

  interface MPI_Win_free
    subroutine MPI_Win_free_f08(win, ierror)
      import
      type(MPI_Win), intent(inout) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_free_f08
  end interface MPI_Win_free

  interface MPI_Win_fence
    subroutine MPI_Win_fence_f08(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_fence_f08
  end interface MPI_Win_fence

  interface MPI_Win_post
    subroutine MPI_Win_post_f08(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_post_f08
  end interface MPI_Win_post

  interface MPI_Win_start
    subroutine MPI_Win_start_f08(group, assert, win, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_start_f08
  end interface MPI_Win_start

  interface MPI_Win_complete
    subroutine MPI_Win_complete_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_complete_f08
  end interface MPI_Win_complete

  interface MPI_Win_wait
    subroutine MPI_Win_wait_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_wait_f08
  end interface MPI_Win_wait

  interface MPI_Win_lock
    subroutine MPI_Win_lock_f08(lock_type, rank, assert, win, ierror)
      import
      integer, intent(in) :: lock_type
      integer, intent(in) :: rank
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_lock_f08
  end interface MPI_Win_lock

  interface MPI_Win_unlock
    subroutine MPI_Win_unlock_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_unlock_f08
  end interface MPI_Win_unlock

  interface MPI_Win_lock_all
    subroutine MPI_Win_lock_all_f08(assert, win, ierror)
      import
      integer, intent(in) :: assert
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_lock_all_f08
  end interface MPI_Win_lock_all

  interface MPI_Win_unlock_all
    subroutine MPI_Win_unlock_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_unlock_all_f08
  end interface MPI_Win_unlock_all

  interface MPI_Win_flush
    subroutine MPI_Win_flush_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_flush_f08
  end interface MPI_Win_flush

  interface MPI_Win_flush_all
    subroutine MPI_Win_flush_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_flush_all_f08
  end interface MPI_Win_flush_all

  interface MPI_Win_flush_local
    subroutine MPI_Win_flush_local_f08(rank, win, ierror)
      import
      integer, intent(in) :: rank
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_flush_local_f08
  end interface MPI_Win_flush_local

  interface MPI_Win_flush_local_all
    subroutine MPI_Win_flush_local_all_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_flush_local_all_f08
  end interface MPI_Win_flush_local_all

  interface MPI_Win_sync
    subroutine MPI_Win_sync_f08(win, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_sync_f08
  end interface MPI_Win_sync

  interface MPI_Put
    subroutine MPI_Put_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, ierror)
      import
      !dir$ ignore_tkr(tkrc) origin_addr
      real, asynchronous :: origin_addr(*)
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Put_f08
  end interface MPI_Put

  interface MPI_Get
    subroutine MPI_Get_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, ierror)
      import
      !dir$ ignore_tkr(tkrc) origin_addr
      real, asynchronous :: origin_addr(*)
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Get_f08
  end interface MPI_Get

  interface MPI_Accumulate
    subroutine MPI_Accumulate_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror)
      import
      !dir$ ignore_tkr(tkrc) origin_addr
      real, asynchronous :: origin_addr(*)
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Accumulate_f08
  end interface MPI_Accumulate

  interface MPI_Fetch_and_op
    subroutine MPI_Fetch_and_op_f08(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierror)
      import
      !dir$ ignore_tkr(tkrc) origin_addr
      real, asynchronous :: origin_addr(*)
      !dir$ ignore_tkr(tkrc) result_addr
      real, asynchronous :: result_addr(*)
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Fetch_and_op_f08
  end interface MPI_Fetch_and_op

  interface MPI_Compare_and_swap
    subroutine MPI_Compare_and_swap_f08(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierror)
      import
      !dir$ ignore_tkr(tkrc) origin_addr
      real, asynchronous :: origin_addr(*)
      !dir$ ignore_tkr(tkrc) compare_addr
      real, asynchronous :: compare_addr(*)
      !dir$ ignore_tkr(tkrc) result_addr
      real, asynchronous :: result_addr(*)
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Compare_and_swap_f08
  end interface MPI_Compare_and_swap

  interface MPI_Rput
    subroutine MPI_Rput_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request, ierror)
      import
      !dir$ ignore_tkr(tkrc) origin_addr
      real, asynchronous :: origin_addr(*)
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Rput_f08
  end interface MPI_Rput

  interface MPI_Rget
    subroutine MPI_Rget_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request, ierror)
      import
      !dir$ ignore_tkr(tkrc) origin_addr
      real, asynchronous :: origin_addr(*)
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Rget_f08
  end interface MPI_Rget

  interface MPI_Init_thread
    subroutine MPI_Init_thread_f08(required, provided, ierror)
      import
      integer, intent(in) :: required
      integer, intent(out) :: provided
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Init_thread_f08
  end interface MPI_Init_thread

  interface MPI_Initialized
    subroutine MPI_Initialized_f08(flag, ierror)
      import
      logical, intent(out) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Initialized_f08
  end interface MPI_Initialized

  interface MPI_Finalized
    subroutine MPI_Finalized_f08(flag, ierror)
      import
      logical, intent(out) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Finalized_f08
  end interface MPI_Finalized

  interface MPI_Query_thread
    subroutine MPI_Query_thread_f08(provided, ierror)
      import
      integer, intent(out) :: provided
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Query_thread_f08
  end interface MPI_Query_thread

  interface MPI_Is_thread_main
    subroutine MPI_Is_thread_main_f08(flag, ierror)
      import
      logical, intent(out) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Is_thread_main_f08
  end interface MPI_Is_thread_main

  interface MPI_Comm_split
    subroutine MPI_Comm_split_f08(comm, color, key, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: color
      integer, intent(in) :: key
      type(MPI_Comm), intent(out) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_split_f08
  end interface MPI_Comm_split

  interface MPI_Comm_split_type
    subroutine MPI_Comm_split_type_f08(comm, split_type, key, info, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: split_type
      integer, intent(in) :: key
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(out) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_split_type_f08
  end interface MPI_Comm_split_type

  interface MPI_Comm_dup
    subroutine MPI_Comm_dup_f08(comm, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(out) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_dup_f08
  end interface MPI_Comm_dup

  interface MPI_Comm_free
    subroutine MPI_Comm_free_f08(comm, ierror)
      import
      type(MPI_Comm), intent(inout) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_free_f08
  end interface MPI_Comm_free

  interface MPI_Comm_create
    subroutine MPI_Comm_create_f08(comm, group, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      type(MPI_Comm), intent(out) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_create_f08
  end interface MPI_Comm_create

  interface MPI_Comm_create_group
    subroutine MPI_Comm_create_group_f08(comm, group, tag, newcomm, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: tag
      type(MPI_Comm), intent(out) :: newcomm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_create_group_f08
  end interface MPI_Comm_create_group

  interface MPI_Comm_compare
    subroutine MPI_Comm_compare_f08(comm1, comm2, result, ierror)
      import
      type(MPI_Comm), intent(in) :: comm1
      type(MPI_Comm), intent(in) :: comm2
      integer, intent(out) :: result
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_compare_f08
  end interface MPI_Comm_compare

  interface MPI_Comm_set_errhandler
    subroutine MPI_Comm_set_errhandler_f08(comm, errhandler, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Comm_set_errhandler_f08
  end interface MPI_Comm_set_errhandler

  interface MPI_Win_set_errhandler
    subroutine MPI_Win_set_errhandler_f08(win, errhandler, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Errhandler), intent(in) :: errhandler
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_set_errhandler_f08
  end interface MPI_Win_set_errhandler

  interface MPI_Group_excl
    subroutine MPI_Group_excl_f08(group, n, ranks, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(in) :: n
      integer, intent(in) :: ranks(*)
      type(MPI_Group), intent(out) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Group_excl_f08
  end interface MPI_Group_excl

  interface MPI_Group_size
    subroutine MPI_Group_size_f08(group, size, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Group_size_f08
  end interface MPI_Group_size

  interface MPI_Group_rank
    subroutine MPI_Group_rank_f08(group, rank, ierror)
      import
      type(MPI_Group), intent(in) :: group
      integer, intent(out) :: rank
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Group_rank_f08
  end interface MPI_Group_rank

  interface MPI_Group_union
    subroutine MPI_Group_union_f08(group1, group2, newgroup, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      type(MPI_Group), intent(in) :: group2
      type(MPI_Group), intent(out) :: newgroup
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Group_union_f08
  end interface MPI_Group_union

  interface MPI_Group_translate_ranks
    subroutine MPI_Group_translate_ranks_f08(group1, n, ranks1, group2, ranks2, ierror)
      import
      type(MPI_Group), intent(in) :: group1
      integer, intent(in) :: n
      integer, intent(in) :: ranks1(*)
      type(MPI_Group), intent(in) :: group2
      integer, intent(out) :: ranks2(*)
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Group_translate_ranks_f08
  end interface MPI_Group_translate_ranks

  interface MPI_Ibarrier
    subroutine MPI_Ibarrier_f08(comm, request, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Ibarrier_f08
  end interface MPI_Ibarrier

  interface MPI_Gather
    subroutine MPI_Gather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Gather_f08
  end interface MPI_Gather

  interface MPI_Gatherv
    subroutine MPI_Gatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: recvcounts(*)
      integer, intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Gatherv_f08
  end interface MPI_Gatherv

  interface MPI_Scatter
    subroutine MPI_Scatter_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Scatter_f08
  end interface MPI_Scatter

  interface MPI_Scatterv
    subroutine MPI_Scatterv_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      integer, intent(in) :: sendcounts(*)
      integer, intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: sendtype
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Scatterv_f08
  end interface MPI_Scatterv

  interface MPI_Allgather
    subroutine MPI_Allgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Allgather_f08
  end interface MPI_Allgather

  interface MPI_Allgatherv
    subroutine MPI_Allgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: recvcounts(*)
      integer, intent(in) :: displs(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Allgatherv_f08
  end interface MPI_Allgatherv

  interface MPI_Alltoall
    subroutine MPI_Alltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Alltoall_f08
  end interface MPI_Alltoall

  interface MPI_Alltoallv
    subroutine MPI_Alltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      integer, intent(in) :: sendcounts(*)
      integer, intent(in) :: sdispls(*)
      type(MPI_Datatype), intent(in) :: sendtype
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: recvcounts(*)
      integer, intent(in) :: rdispls(*)
      type(MPI_Datatype), intent(in) :: recvtype
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Alltoallv_f08
  end interface MPI_Alltoallv

  interface MPI_Reduce_scatter_block
    subroutine MPI_Reduce_scatter_block_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Reduce_scatter_block_f08
  end interface MPI_Reduce_scatter_block

  interface MPI_Scan
    subroutine MPI_Scan_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Scan_f08
  end interface MPI_Scan

  interface MPI_Exscan
    subroutine MPI_Exscan_f08(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Exscan_f08
  end interface MPI_Exscan

  interface MPI_Ibcast
    subroutine MPI_Ibcast_f08(buf, count, datatype, root, comm, request, ierror)
      import
      !dir$ ignore_tkr(tkrc) buf
      real, asynchronous :: buf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: root
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Ibcast_f08
  end interface MPI_Ibcast

  interface MPI_Iallreduce
    subroutine MPI_Iallreduce_f08(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Request), intent(out) :: request
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Iallreduce_f08
  end interface MPI_Iallreduce

  interface MPI_Ssend
    subroutine MPI_Ssend_f08(buf, count, datatype, dest, tag, comm, ierror)
      import
      !dir$ ignore_tkr(tkrc) buf
      real, asynchronous :: buf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(in) :: dest
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Ssend_f08
  end interface MPI_Ssend

  interface MPI_Sendrecv
    subroutine MPI_Sendrecv_f08(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status, ierror)
      import
      !dir$ ignore_tkr(tkrc) sendbuf
      real, asynchronous :: sendbuf(*)
      integer, intent(in) :: sendcount
      type(MPI_Datatype), intent(in) :: sendtype
      integer, intent(in) :: dest
      integer, intent(in) :: sendtag
      !dir$ ignore_tkr(tkrc) recvbuf
      real, asynchronous :: recvbuf(*)
      integer, intent(in) :: recvcount
      type(MPI_Datatype), intent(in) :: recvtype
      integer, intent(in) :: source
      integer, intent(in) :: recvtag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status), intent(out) :: status
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Sendrecv_f08
  end interface MPI_Sendrecv

  interface MPI_Probe
    subroutine MPI_Probe_f08(source, tag, comm, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Status), intent(out) :: status
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Probe_f08
  end interface MPI_Probe

  interface MPI_Iprobe
    subroutine MPI_Iprobe_f08(source, tag, comm, flag, status, ierror)
      import
      integer, intent(in) :: source
      integer, intent(in) :: tag
      type(MPI_Comm), intent(in) :: comm
      logical, intent(out) :: flag
      type(MPI_Status), intent(out) :: status
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Iprobe_f08
  end interface MPI_Iprobe

  interface MPI_Test
    subroutine MPI_Test_f08(request, flag, status, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      logical, intent(out) :: flag
      type(MPI_Status), intent(out) :: status
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Test_f08
  end interface MPI_Test

  interface MPI_Testall
    subroutine MPI_Testall_f08(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      logical, intent(out) :: flag
      type(MPI_Status), intent(out) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Testall_f08
  end interface MPI_Testall

  interface MPI_Testany
    subroutine MPI_Testany_f08(count, array_of_requests, index, flag, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(out) :: index
      logical, intent(out) :: flag
      type(MPI_Status), intent(out) :: status
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Testany_f08
  end interface MPI_Testany

  interface MPI_Waitany
    subroutine MPI_Waitany_f08(count, array_of_requests, index, status, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(out) :: index
      type(MPI_Status), intent(out) :: status
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Waitany_f08
  end interface MPI_Waitany

  interface MPI_Waitsome
    subroutine MPI_Waitsome_f08(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      type(MPI_Request), intent(inout) :: array_of_requests(*)
      integer, intent(out) :: outcount
      integer, intent(out) :: array_of_indices(*)
      type(MPI_Status), intent(out) :: array_of_statuses(*)
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Waitsome_f08
  end interface MPI_Waitsome

  interface MPI_Request_free
    subroutine MPI_Request_free_f08(request, ierror)
      import
      type(MPI_Request), intent(inout) :: request
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Request_free_f08
  end interface MPI_Request_free

  interface MPI_Type_contiguous
    subroutine MPI_Type_contiguous_f08(count, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_contiguous_f08
  end interface MPI_Type_contiguous

  interface MPI_Type_indexed
    subroutine MPI_Type_indexed_f08(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: array_of_blocklengths(*)
      integer, intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_indexed_f08
  end interface MPI_Type_indexed

  interface MPI_Type_create_indexed_block
    subroutine MPI_Type_create_indexed_block_f08(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer, intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_create_indexed_block_f08
  end interface MPI_Type_create_indexed_block

  interface MPI_Type_create_hvector
    subroutine MPI_Type_create_hvector_f08(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: blocklength
      integer(MPI_ADDRESS_KIND), intent(in) :: stride
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_create_hvector_f08
  end interface MPI_Type_create_hvector

  interface MPI_Type_create_subarray
    subroutine MPI_Type_create_subarray_f08(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: ndims
      integer, intent(in) :: array_of_sizes(*)
      integer, intent(in) :: array_of_subsizes(*)
      integer, intent(in) :: array_of_starts(*)
      integer, intent(in) :: order
      type(MPI_Datatype), intent(in) :: oldtype
      type(MPI_Datatype), intent(out) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_create_subarray_f08
  end interface MPI_Type_create_subarray

  interface MPI_Type_create_struct
    subroutine MPI_Type_create_struct_f08(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror)
      import
      integer, intent(in) :: count
      integer, intent(in) :: array_of_blocklengths(*)
      integer(MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      type(MPI_Datatype), intent(in) :: array_of_types(*)
      type(MPI_Datatype), intent(out) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_create_struct_f08
  end interface MPI_Type_create_struct

  interface MPI_Type_create_resized
    subroutine MPI_Type_create_resized_f08(oldtype, lb, extent, newtype, ierror)
      import
      type(MPI_Datatype), intent(in) :: oldtype
      integer(MPI_ADDRESS_KIND), intent(in) :: lb
      integer(MPI_ADDRESS_KIND), intent(in) :: extent
      type(MPI_Datatype), intent(out) :: newtype
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_create_resized_f08
  end interface MPI_Type_create_resized

  interface MPI_Type_size
    subroutine MPI_Type_size_f08(datatype, size, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_size_f08
  end interface MPI_Type_size

  interface MPI_Type_get_extent
    subroutine MPI_Type_get_extent_f08(datatype, lb, extent, ierror)
      import
      type(MPI_Datatype), intent(in) :: datatype
      integer(MPI_ADDRESS_KIND), intent(out) :: lb
      integer(MPI_ADDRESS_KIND), intent(out) :: extent
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Type_get_extent_f08
  end interface MPI_Type_get_extent

  interface MPI_Dims_create
    subroutine MPI_Dims_create_f08(nnodes, ndims, dims, ierror)
      import
      integer, intent(in) :: nnodes
      integer, intent(in) :: ndims
      integer, intent(inout) :: dims(*)
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Dims_create_f08
  end interface MPI_Dims_create

  interface MPI_Cart_create
    subroutine MPI_Cart_create_f08(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: ndims
      integer, intent(in) :: dims(*)
      logical, intent(in) :: periods(*)
      logical, intent(in) :: reorder
      type(MPI_Comm), intent(out) :: comm_cart
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Cart_create_f08
  end interface MPI_Cart_create

  interface MPI_Cart_coords
    subroutine MPI_Cart_coords_f08(comm, rank, maxdims, coords, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      integer, intent(in) :: maxdims
      integer, intent(out) :: coords(*)
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Cart_coords_f08
  end interface MPI_Cart_coords

  interface MPI_Cart_rank
    subroutine MPI_Cart_rank_f08(comm, coords, rank, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: coords(*)
      integer, intent(out) :: rank
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Cart_rank_f08
  end interface MPI_Cart_rank

  interface MPI_Cart_shift
    subroutine MPI_Cart_shift_f08(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: direction
      integer, intent(in) :: disp
      integer, intent(out) :: rank_source
      integer, intent(out) :: rank_dest
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Cart_shift_f08
  end interface MPI_Cart_shift

  interface MPI_Get_address
    subroutine MPI_Get_address_f08(location, address, ierror)
      import
      !dir$ ignore_tkr(tkrc) location
      real, asynchronous :: location(*)
      integer(MPI_ADDRESS_KIND), intent(out) :: address
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Get_address_f08
  end interface MPI_Get_address

  interface MPI_Get_processor_name
    subroutine MPI_Get_processor_name_f08(name, resultlen, ierror)
      import
      character(len=*), intent(out) :: name
      integer, intent(out) :: resultlen
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Get_processor_name_f08
  end interface MPI_Get_processor_name

  interface MPI_Alloc_mem
    subroutine MPI_Alloc_mem_f08(size, info, baseptr, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      type(MPI_Info), intent(in) :: info
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Alloc_mem_f08
  end interface MPI_Alloc_mem

  interface MPI_Free_mem
    subroutine MPI_Free_mem_f08(base, ierror)
      import
      !dir$ ignore_tkr(tkrc) base
      real, asynchronous :: base(*)
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Free_mem_f08
  end interface MPI_Free_mem

  interface MPI_Info_create
    subroutine MPI_Info_create_f08(info, ierror)
      import
      type(MPI_Info), intent(out) :: info
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Info_create_f08
  end interface MPI_Info_create

  interface MPI_Info_set
    subroutine MPI_Info_set_f08(info, key, value, ierror)
      import
      type(MPI_Info), intent(in) :: info
      character(len=*), intent(in) :: key
      character(len=*), intent(in) :: value
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Info_set_f08
  end interface MPI_Info_set

  interface MPI_Info_free
    subroutine MPI_Info_free_f08(info, ierror)
      import
      type(MPI_Info), intent(inout) :: info
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Info_free_f08
  end interface MPI_Info_free

  interface MPI_Win_create_dynamic
    subroutine MPI_Win_create_dynamic_f08(info, comm, win, ierror)
      import
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Win), intent(out) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_create_dynamic_f08
  end interface MPI_Win_create_dynamic

  interface MPI_Win_attach
    subroutine MPI_Win_attach_f08(win, base, size, ierror)
      import
      type(MPI_Win), intent(in) :: win
      !dir$ ignore_tkr(tkrc) base
      real, asynchronous :: base(*)
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_attach_f08
  end interface MPI_Win_attach

  interface MPI_Win_detach
    subroutine MPI_Win_detach_f08(win, base, ierror)
      import
      type(MPI_Win), intent(in) :: win
      !dir$ ignore_tkr(tkrc) base
      real, asynchronous :: base(*)
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_detach_f08
  end interface MPI_Win_detach

  interface MPI_Win_allocate_shared
    subroutine MPI_Win_allocate_shared_f08(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(out) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_allocate_shared_f08
  end interface MPI_Win_allocate_shared

  interface MPI_Win_shared_query
    subroutine MPI_Win_shared_query_f08(win, rank, size, disp_unit, baseptr, ierror)
      import
      type(MPI_Win), intent(in) :: win
      integer, intent(in) :: rank
      integer(MPI_ADDRESS_KIND), intent(out) :: size
      integer, intent(out) :: disp_unit
      type(c_ptr), intent(out) :: baseptr
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_shared_query_f08
  end interface MPI_Win_shared_query

  interface MPI_Win_test
    subroutine MPI_Win_test_f08(win, flag, ierror)
      import
      type(MPI_Win), intent(in) :: win
      logical, intent(out) :: flag
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_test_f08
  end interface MPI_Win_test

  interface MPI_Win_get_group
    subroutine MPI_Win_get_group_f08(win, group, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Group), intent(out) :: group
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_get_group_f08
  end interface MPI_Win_get_group

  interface MPI_Win_set_info
    subroutine MPI_Win_set_info_f08(win, info, ierror)
      import
      type(MPI_Win), intent(in) :: win
      type(MPI_Info), intent(in) :: info
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_set_info_f08
  end interface MPI_Win_set_info

  interface MPI_Win_set_name
    subroutine MPI_Win_set_name_f08(win, win_name, ierror)
      import
      type(MPI_Win), intent(in) :: win
      character(len=*), intent(in) :: win_name
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Win_set_name_f08
  end interface MPI_Win_set_name

  interface MPI_Get_accumulate
    subroutine MPI_Get_accumulate_f08(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror)
      import
      !dir$ ignore_tkr(tkrc) origin_addr
      real, asynchronous :: origin_addr(*)
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      !dir$ ignore_tkr(tkrc) result_addr
      real, asynchronous :: result_addr(*)
      integer, intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Get_accumulate_f08
  end interface MPI_Get_accumulate

  interface MPI_Raccumulate
    subroutine MPI_Raccumulate_f08(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      !dir$ ignore_tkr(tkrc) origin_addr
      real, asynchronous :: origin_addr(*)
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Raccumulate_f08
  end interface MPI_Raccumulate

  interface MPI_Rget_accumulate
    subroutine MPI_Rget_accumulate_f08(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      !dir$ ignore_tkr(tkrc) origin_addr
      real, asynchronous :: origin_addr(*)
      integer, intent(in) :: origin_count
      type(MPI_Datatype), intent(in) :: origin_datatype
      !dir$ ignore_tkr(tkrc) result_addr
      real, asynchronous :: result_addr(*)
      integer, intent(in) :: result_count
      type(MPI_Datatype), intent(in) :: result_datatype
      integer, intent(in) :: target_rank
      integer(MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(in) :: target_count
      type(MPI_Datatype), intent(in) :: target_datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Win), intent(in) :: win
      type(MPI_Request), intent(out) :: request
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Rget_accumulate_f08
  end interface MPI_Rget_accumulate

  interface MPI_Wtime
    function MPI_Wtime_f08() result(time)
      import
      double precision :: time
    end function MPI_Wtime_f08
  end interface MPI_Wtime

  interface MPI_Aint_add
    function MPI_Aint_add_f08(base, disp) result(address)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: base, disp
      integer(MPI_ADDRESS_KIND) :: address
    end function MPI_Aint_add_f08
  end interface MPI_Aint_add

  interface MPI_Aint_diff
    function MPI_Aint_diff_f08(addr1, addr2) result(disp)
      import
      integer(MPI_ADDRESS_KIND), intent(in) :: addr1, addr2
      integer(MPI_ADDRESS_KIND) :: disp
    end function MPI_Aint_diff_f08
  end interface MPI_Aint_diff

end module mpi_f08
