! Several processes add to the same counters: accumulates are atomic by element (MPI 4.1, 12.7.1).
!@ expect: none
!@ twin: accumulate_counter_race.f90

program accumulate_counter
  use mpi
  implicit none
  integer, parameter :: n = 4
  integer :: counters(n), one(n), zero(n)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  counters = 0
  one = 1
  zero = 0
  bytes = 4 * n
  call MPI_Win_create(counters, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  if (rank /= 1) call MPI_Accumulate(one, n, MPI_INTEGER, 0, disp, n, MPI_INTEGER, MPI_SUM, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) print *, counters
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program accumulate_counter
