! A ring of puts between two fences. The origin buffer is stored to behind the fence that completes the put (MPI 4.1, 12.4.1).
!@ expect: none
!@ twin: put_fence_store_race.f90

program put_fence_store
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 100
  double precision :: window(n), buf(n)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  bytes = 8 * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  buf = dble(rank)
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(buf, n, MPI_DOUBLE_PRECISION, right, disp, n, MPI_DOUBLE_PRECISION, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  buf(1) = 0.0d0
  print *, window(1)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program put_fence_store
