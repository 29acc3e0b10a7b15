! Processes of a node put a buffer into the next one by MPI_Rput, save the last one, which has no request. A handle is compared with
! `/=` (MPI 4.1, 2.5.1).
! Who has a request waits for it before the buffer is filled again (MPI 4.1, 12.3.5).
!@ expect: none
!@ twin: f08_request_compared_race.f90

program f08_request_compared_ok
  use mpi_f08
  implicit none
  integer, parameter :: n = 8
  type(MPI_Comm) :: node
  type(MPI_Win) :: win
  type(MPI_Request) :: request
  double precision, asynchronous :: w(n), buf(n)
  integer :: rank, nproc, provided
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided)
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, node)
  if (node == MPI_COMM_NULL) call MPI_Abort(MPI_COMM_WORLD, 1)
  call MPI_Comm_rank(node, rank)
  call MPI_Comm_size(node, nproc)
  call MPI_Win_create(w, 8_MPI_ADDRESS_KIND * n, 8, MPI_INFO_NULL, node, win)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN)
  buf = rank
  call MPI_Win_lock_all(MPI_MODE_NOCHECK, win)
  request = MPI_REQUEST_NULL
  if (rank + 1 < nproc) then
    call MPI_Rput(buf, n, MPI_DOUBLE_PRECISION, rank + 1, 0_MPI_ADDRESS_KIND, n, MPI_DOUBLE_PRECISION, win, request)
  end if
  if (request /= MPI_REQUEST_NULL) call MPI_Wait(request, MPI_STATUS_IGNORE)
  buf(1) = -1
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Comm_free(node)
  call MPI_Finalize()
end program f08_request_compared_ok
