! A matrix product reads a matrix behind the fence that completes the get.
!@ expect: none
!@ twin: matmul_pending_race.f90

program matmul_pending
  use mpi
  implicit none
  integer, parameter :: n = 6
  double precision :: window(n, n), a(n, n), b(n, n), c(n, n)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  window = 1.0d0
  b = 2.0d0
  bytes = 8 * n * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Get(a, n * n, MPI_DOUBLE_PRECISION, right, disp, n * n, MPI_DOUBLE_PRECISION, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  c = matmul(a, b)
  print *, c(1, 1)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program matmul_pending
