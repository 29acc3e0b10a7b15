! An argument with the intent to be defined only loses its allocatable components where the procedure is called (Fortran 2018, 9.7.3.2),
! while the put may still read one (MPI 4.1, 12.5.4). Flang gives what it adds there the line of the subroutine's head.
!@ expect: error RMA402 PUT HEAD
!@ twin: component_intent_out_ok.f90

module faces
  use mpi
  implicit none
  integer :: win, next
  type :: face
    integer :: axis = 1
    double precision, allocatable :: values(:)
  end type
contains
  subroutine renew(side, axis) !@ HEAD
    type(face), intent(out) :: side
    integer, intent(in) :: axis
    side%axis = axis
  end subroutine renew
  subroutine exchange(n)
    integer, intent(in) :: n
    type(face), allocatable, save :: side
    integer(kind=MPI_ADDRESS_KIND) :: zero
    integer :: ierr
    allocate(side)
    allocate(side%values(n))
    side%values = 2.0d0
    zero = 0
    call MPI_Put(side%values, n, MPI_DOUBLE_PRECISION, next, zero, n, MPI_DOUBLE_PRECISION, win, ierr) !@ PUT
    call renew(side, 2)
  end subroutine exchange
end module faces

program component_intent_out
  use faces
  implicit none
  integer, parameter :: cells = 24
  double precision :: received(cells)
  integer :: rank, nproc, ierr
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  next = modulo(rank + 1, nproc)
  bytes = 8 * cells
  received = 0
  call MPI_Win_create(received, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call exchange(cells)
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program component_intent_out
