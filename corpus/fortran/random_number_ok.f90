! New random numbers go into another array than that of the put.
!@ expect: none
!@ twin: random_number_race.f90

program random_numbers
  use mpi
  implicit none
  integer, parameter :: n = 24
  real :: window(2 * n), buf(n), other(n)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  bytes = 8 * n
  call MPI_Win_create(window, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call random_number(buf)
  call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win, ierr)
  disp = n
  call MPI_Put(buf, n, MPI_REAL, right, disp, n, MPI_REAL, win, ierr)
  call random_number(other)
  call MPI_Win_unlock(right, win, ierr)
  print *, other(1)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program random_numbers
