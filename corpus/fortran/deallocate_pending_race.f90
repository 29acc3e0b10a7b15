! An allocatable array is deallocated while a put may still read it.
!@ expect: error RMA402 PUT FREE
!@ twin: deallocate_pending_ok.f90

program deallocate_pending
  use mpi
  implicit none
  integer, parameter :: n = 32
  double precision, allocatable :: window(:), buf(:)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  allocate(window(n))
  bytes = 8 * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = 0
  allocate(buf(n))
  buf = 1.0d0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(buf, n, MPI_DOUBLE_PRECISION, right, disp, n, MPI_DOUBLE_PRECISION, win, ierr) !@ PUT
  deallocate(buf) !@ FREE
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
  deallocate(window)
end program deallocate_pending
