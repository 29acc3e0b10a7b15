! A concurrent loop begins at the ghost cell that a get writes to.
!@ expect: error RMA103 GET STORE
!@ twin: do_concurrent_ok.f90

program concurrent_loop
  use mpi
  implicit none
  integer, parameter :: n = 40
  double precision :: window(n), field(0:n + 1)
  integer :: i
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  window = dble(rank)
  field = 0.0d0
  bytes = 8 * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = n - 1
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Get(field(0), 1, MPI_DOUBLE_PRECISION, left, disp, 1, MPI_DOUBLE_PRECISION, win, ierr) !@ GET
  do concurrent (i = 0:n)
    field(i) = 2.0d0 * i !@ STORE
  end do
  call MPI_Win_unlock_all(win, ierr)
  print *, field(0), field(n)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program concurrent_loop
