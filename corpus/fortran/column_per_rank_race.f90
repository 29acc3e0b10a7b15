! Each process puts a column of n elements n - 1 elements behind that of the one before: neighbours overlap in one element.
!@ expect: error RMA203 PUT PUT
!@ twin: column_per_rank_ok.f90

program column_per_rank
  use mpi
  implicit none
  integer, parameter :: n = 12
  double precision, allocatable :: window(:, :)
  double precision :: mine(n)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  allocate(window(n, 0:nproc - 1))
  window = 0.0d0
  mine = dble(rank)
  bytes = 8_MPI_ADDRESS_KIND * n * nproc
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = (n - 1) * rank
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(mine, n, MPI_DOUBLE_PRECISION, 0, disp, n, MPI_DOUBLE_PRECISION, win, ierr) !@ PUT
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) print *, window(1, nproc - 1)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program column_per_rank
