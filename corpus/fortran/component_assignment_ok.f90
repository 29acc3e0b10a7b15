! As the twin, but the put has completed at its origin before the assignment (MPI 4.1, 12.5.4).
!@ expect: none
!@ twin: component_assignment_race.f90

module faces
  use mpi
  implicit none
  integer :: win, next
  type :: face
    integer :: axis = 1
    double precision, allocatable :: values(:)
  end type
contains
  subroutine exchange(n)
    integer, intent(in) :: n
    type(face), save :: old, new
    integer(kind=MPI_ADDRESS_KIND) :: zero
    integer :: ierr
    allocate(old%values(n), new%values(n + 1))
    old%values = 2.0d0
    new%values = 3.0d0
    zero = 0
    call MPI_Put(old%values, n, MPI_DOUBLE_PRECISION, next, zero, n, MPI_DOUBLE_PRECISION, win, ierr)
    call MPI_Win_flush_local(next, win, ierr)
    old = new
  end subroutine exchange
end module faces

program component_assignment
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
end program component_assignment
