! A row of a matrix is copied into an array that lives until the fence completes the put (MPI 4.1, 19.1.12).
!@ expect: none
!@ twin: put_section_copy_race.f90

program put_section_copy
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 16
  double precision :: window(n), a(n, n)
  double precision :: edge(n)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  bytes = 8 * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  a = dble(rank)
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  edge = a(1, :)
  call MPI_Put(edge, n, MPI_DOUBLE_PRECISION, right, disp, n, MPI_DOUBLE_PRECISION, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  print *, window(1)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program put_section_copy
