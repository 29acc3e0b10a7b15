! The basin on a grid of processes: who the neighbours are and which cells are whose.
module decomposition
  use mpi
  implicit none
  private

  type, public :: block
    ! Communicator of the grid and the own rank in it.
    integer :: comm = MPI_COMM_NULL
    integer :: rank = 0
    integer :: nproc = 1
    ! Processes in both directions and the own place among them.
    integer :: procs(2) = 1
    integer :: coords(2) = 0
    ! Neighbours; MPI_PROC_NULL at the shore.
    integer :: west = MPI_PROC_NULL
    integer :: east = MPI_PROC_NULL
    integer :: south = MPI_PROC_NULL
    integer :: north = MPI_PROC_NULL
    ! Own cells in both directions, the most that any process has, and the position of the first one in the basin.
    integer :: nx = 0
    integer :: ny = 0
    integer :: nx_max = 0
    integer :: ny_max = 0
    integer :: first_x = 1
    integer :: first_y = 1
  end type block

  public :: decompose, release

contains

  subroutine decompose(nx, ny, own)
    integer, intent(in) :: nx, ny
    type(block), intent(out) :: own
    logical :: periods(2)
    integer :: ierr

    call MPI_Comm_size(MPI_COMM_WORLD, own%nproc, ierr)
    own%procs = 0
    call MPI_Dims_create(own%nproc, 2, own%procs, ierr)
    periods = .false.
    call MPI_Cart_create(MPI_COMM_WORLD, 2, own%procs, periods, .false., own%comm, ierr)
    call MPI_Comm_rank(own%comm, own%rank, ierr)
    call MPI_Cart_coords(own%comm, own%rank, 2, own%coords, ierr)
    call MPI_Cart_shift(own%comm, 0, 1, own%west, own%east, ierr)
    call MPI_Cart_shift(own%comm, 1, 1, own%south, own%north, ierr)
    call share(nx, own%procs(1), own%coords(1), own%nx, own%nx_max, own%first_x)
    call share(ny, own%procs(2), own%coords(2), own%ny, own%ny_max, own%first_y)
  end subroutine decompose

  ! The part of `total` cells that place `place` of `parts` has: the first places have one more if they do not divide.
  subroutine share(total, parts, place, mine, most, first)
    integer, intent(in) :: total, parts, place
    integer, intent(out) :: mine, most, first
    integer :: each, rest

    each = total / parts
    rest = mod(total, parts)
    mine = each
    if (place < rest) mine = each + 1
    most = each + 1
    first = 1 + place * each + min(place, rest)
  end subroutine share

  subroutine release(own)
    type(block), intent(inout) :: own
    integer :: ierr

    call MPI_Comm_free(own%comm, ierr)
  end subroutine release

end module decomposition
