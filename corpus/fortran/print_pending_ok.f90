! A whole array is printed behind the fence that completes the get.
!@ expect: none
!@ twin: print_pending_race.f90

program print_pending
  use mpi
  implicit none
  integer, parameter :: n = 8
  double precision :: window(n), buf(n)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  window = dble(rank)
  bytes = 8 * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Get(buf, n, MPI_DOUBLE_PRECISION, left, disp, n, MPI_DOUBLE_PRECISION, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  print *, 'received ', buf
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program print_pending
