! The whole array is assigned to while a put reads its first column.
!@ expect: error RMA101 PUT ASSIGN
!@ twin: array_assignment_ok.f90

program array_assignment
  use mpi
  implicit none
  integer, parameter :: n = 20
  double precision, allocatable :: window(:), buf(:, :)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  allocate(window(n), buf(n, 2))
  buf = 1.0d0
  bytes = 8 * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(buf(:, 1), n, MPI_DOUBLE_PRECISION, right, disp, n, MPI_DOUBLE_PRECISION, win, ierr) !@ PUT
  buf = 0.0d0 !@ ASSIGN
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
  deallocate(window, buf)
end program array_assignment
