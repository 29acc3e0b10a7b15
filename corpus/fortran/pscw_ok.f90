! The window is read behind the wait that ends its exposure epoch (MPI 4.1, 12.5.2).
!@ expect: none
!@ twin: pscw_race.f90

program pscw
  use mpi
  implicit none
  integer, parameter :: n = 8
  double precision :: window(n), buf(n)
  integer :: world, from, to, ranks(1)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  bytes = 8 * n
  window = 0.0d0
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierr)
  ranks(1) = left
  call MPI_Group_incl(world, 1, ranks, from, ierr)
  ranks(1) = right
  call MPI_Group_incl(world, 1, ranks, to, ierr)
  buf = dble(rank)
  disp = 0
  call MPI_Win_post(from, 0, win, ierr)
  call MPI_Win_start(to, 0, win, ierr)
  call MPI_Put(buf, n, MPI_DOUBLE_PRECISION, right, disp, n, MPI_DOUBLE_PRECISION, win, ierr)
  call MPI_Win_complete(win, ierr)
  call MPI_Win_wait(win, ierr)
  print *, window(1)
  call MPI_Group_free(from, ierr)
  call MPI_Group_free(to, ierr)
  call MPI_Group_free(world, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program pscw
