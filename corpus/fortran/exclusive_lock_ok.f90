! All processes put to the same elements of process 0 under exclusive locks: one after another.
!@ expect: none
!@ twin: exclusive_lock_race.f90

program exclusive_lock
  use mpi
  implicit none
  integer :: window(4), mine(4)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  window = 0
  mine = rank
  bytes = 16
  call MPI_Win_create(window, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = 0
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win, ierr)
  call MPI_Put(mine, 4, MPI_INTEGER, 0, disp, 4, MPI_INTEGER, win, ierr)
  call MPI_Win_unlock(0, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) print *, window
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program exclusive_lock
