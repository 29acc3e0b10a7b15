! `deallocate` of an array of a derived type deallocates the allocatable components of its elements, too (Fortran 2018, 9.7.3.2), while the
! put may still read that of the second one (MPI 4.1, 12.5.4).
!@ expect: error RMA402 PUT END
!@ twin: component_deallocate_ok.f90

module faces
  use mpi
  implicit none
  integer :: win, next
  type :: face
    integer :: axis = 1
    double precision, allocatable :: values(:)
  end type
  type :: block
    integer :: level
    type(face) :: sides(2)
  end type
contains
  subroutine exchange(n)
    integer, intent(in) :: n
    type(block), pointer :: blocks(:)
    integer(kind=MPI_ADDRESS_KIND) :: zero
    integer :: ierr
    allocate(blocks(3))
    allocate(blocks(2)%sides(2)%values(n))
    blocks(2)%sides(2)%values = 2.0d0
    zero = 0
    call MPI_Put(blocks(2)%sides(2)%values, n, MPI_DOUBLE_PRECISION, next, zero, n, MPI_DOUBLE_PRECISION, win, ierr) !@ PUT
    deallocate(blocks) !@ END
  end subroutine exchange
end module faces

program component_deallocate
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
end program component_deallocate
