! A local allocatable array ceases to exist where the subroutine returns, while the put may still read it. Flang gives what it
! adds there the line of the subroutine's head.
!@ expect: error RMA402 PUT HEAD
!@ twin: automatic_dealloc_ok.f90

module exchange
  use mpi
  implicit none
  integer :: win, right
contains
  subroutine send(n) !@ HEAD
    integer, intent(in) :: n
    double precision, allocatable :: buf(:)
    integer(kind=MPI_ADDRESS_KIND) :: disp
    integer :: ierr
    allocate(buf(n))
    buf = 2.0d0
    disp = 0
    call MPI_Put(buf, n, MPI_DOUBLE_PRECISION, right, disp, n, MPI_DOUBLE_PRECISION, win, ierr) !@ PUT
  end subroutine send
end module exchange

program automatic_dealloc
  use exchange
  implicit none
  integer, parameter :: n = 32
  double precision :: window(n)
  integer :: rank, nproc, ierr
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = modulo(rank + 1, nproc)
  bytes = 8 * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call send(n)
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program automatic_dealloc
