! The result of a get is summed up behind the unlock that completes the get (MPI 4.1, 12.5.3).
!@ expect: none
!@ twin: get_lock_read_race.f90

program get_lock_read
  use mpi
  implicit none
  integer, parameter :: n = 64
  integer, allocatable :: window(:), buf(:)
  integer :: total
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  allocate(window(n), buf(n))
  window = rank
  bytes = 4 * n
  call MPI_Win_create(window, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  disp = 0
  call MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win, ierr)
  call MPI_Get(buf, n, MPI_INTEGER, right, disp, n, MPI_INTEGER, win, ierr)
  call MPI_Win_unlock(right, win, ierr)
  total = sum(buf)
  print *, total
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
  deallocate(window, buf)
end program get_lock_read
