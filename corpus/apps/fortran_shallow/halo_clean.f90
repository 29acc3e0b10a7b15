! Exchange of the edges between neighbours: each puts its edges into slots of the neighbours' windows, between two fences.
module halo
  use mpi
  use kinds, only: dp, dp_bytes, n_fields
  use decomposition, only: block
  use fields, only: now
  implicit none
  private

  ! What goes to each neighbour: all fields of the cells along an edge, cell after cell.
  real(dp), allocatable :: to_west(:), to_east(:), to_south(:), to_north(:)
  ! What comes from the neighbours, in four slots: this is the memory of the window.
  real(dp), allocatable :: incoming(:)
  integer :: win
  ! Elements before each slot: the same on all processes.
  integer :: slot_west, slot_east, slot_south, slot_north

  public :: open_halo, exchange_halo, close_halo

contains

  subroutine open_halo(own)
    type(block), intent(in) :: own
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    integer :: ierr, column, row

    column = n_fields * own%ny_max
    row = n_fields * own%nx_max
    allocate (to_west(column), to_east(column), to_south(row), to_north(row))
    allocate (incoming(2 * column + 2 * row))
    slot_west = 0
    slot_east = column
    slot_south = 2 * column
    slot_north = 2 * column + row
    bytes = dp_bytes * (2_MPI_ADDRESS_KIND * column + 2_MPI_ADDRESS_KIND * row)
    call MPI_Win_create(incoming, bytes, dp_bytes, MPI_INFO_NULL, own%comm, win, ierr)
  end subroutine open_halo

  ! Fills the ghost cells with the edges of the neighbours.
  subroutine exchange_halo(own)
    type(block), intent(in) :: own
    integer :: ierr

    call pack_columns(own)
    call pack_rows(own)
    call MPI_Win_fence(MPI_MODE_NOPRECEDE, win, ierr)
    call send(to_west, n_fields * own%ny, own%west, slot_east)
    call send(to_east, n_fields * own%ny, own%east, slot_west)
    call send(to_south, n_fields * own%nx, own%south, slot_north)
    call send(to_north, n_fields * own%nx, own%north, slot_south)
    call MPI_Win_fence(MPI_MODE_NOSUCCEED, win, ierr)
    call unpack_columns(own)
    call unpack_rows(own)
  end subroutine exchange_halo

  ! Puts `count` elements into the slot of a neighbour.
  subroutine send(edge, count, neighbour, slot)
    real(dp), intent(in) :: edge(*)
    integer, intent(in) :: count, neighbour, slot
    integer(kind=MPI_ADDRESS_KIND) :: disp
    integer :: ierr

    disp = slot
    call MPI_Put(edge, count, MPI_DOUBLE_PRECISION, neighbour, disp, count, MPI_DOUBLE_PRECISION, win, ierr)
  end subroutine send

  subroutine pack_columns(own)
    type(block), intent(in) :: own
    integer :: j, f, at

    do j = 1, own%ny
      do f = 1, n_fields
        at = (j - 1) * n_fields + f
        to_west(at) = now(1, j, f)
        to_east(at) = now(own%nx, j, f)
      end do
    end do
  end subroutine pack_columns

  subroutine pack_rows(own)
    type(block), intent(in) :: own
    integer :: i, f, at

    do i = 1, own%nx
      do f = 1, n_fields
        at = (i - 1) * n_fields + f
        to_south(at) = now(i, 1, f)
        to_north(at) = now(i, own%ny, f)
      end do
    end do
  end subroutine pack_rows

  subroutine unpack_columns(own)
    type(block), intent(in) :: own
    integer :: j, f, at

    do j = 1, own%ny
      do f = 1, n_fields
        at = (j - 1) * n_fields + f
        if (own%west /= MPI_PROC_NULL) now(0, j, f) = incoming(slot_west + at)
        if (own%east /= MPI_PROC_NULL) now(own%nx + 1, j, f) = incoming(slot_east + at)
      end do
    end do
  end subroutine unpack_columns

  subroutine unpack_rows(own)
    type(block), intent(in) :: own
    integer :: i, f, at

    do i = 1, own%nx
      do f = 1, n_fields
        at = (i - 1) * n_fields + f
        if (own%south /= MPI_PROC_NULL) now(i, 0, f) = incoming(slot_south + at)
        if (own%north /= MPI_PROC_NULL) now(i, own%ny + 1, f) = incoming(slot_north + at)
      end do
    end do
  end subroutine unpack_rows

  subroutine close_halo()
    integer :: ierr

    call MPI_Win_free(win, ierr)
    deallocate (to_west, to_east, to_south, to_north, incoming)
  end subroutine close_halo

end module halo
