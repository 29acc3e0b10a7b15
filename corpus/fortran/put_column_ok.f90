! A column of a matrix is contiguous and goes to the put where it stands. Meanwhile an element of the next column is stored to.
!@ expect: none
!@ twin: put_column_race.f90

program put_column
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 16
  double precision :: window(n), a(n, n)
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
  call MPI_Put(a(:, 2), n, MPI_DOUBLE_PRECISION, right, disp, n, MPI_DOUBLE_PRECISION, win, ierr)
  a(1, 3) = 1.0d0
  call MPI_Win_fence(0, win, ierr)
  print *, window(1)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program put_column
