! Every process puts its rank into the window of the next one.
program ring
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, nproc, win
  integer :: cell, inbox
  integer(kind=MPI_ADDRESS_KIND) :: disp, bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  bytes = 4
  disp = 0
  call MPI_Win_create(inbox, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  cell = rank
  call MPI_Put(cell, 1, MPI_INTEGER, mod(rank + 1, nproc), disp, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  print *, rank, inbox
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program ring
