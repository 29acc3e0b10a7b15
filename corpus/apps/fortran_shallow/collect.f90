! The elevation of the whole basin on one process: each process puts its block into the window of the first one, at the place
! that its rank has there.
module collect
  use mpi
  use kinds, only: dp, dp_bytes, field_h
  use decomposition, only: block
  use fields, only: now
  implicit none
  private

  ! Blocks of all processes on the first one; one element on the others.
  real(dp), allocatable :: gathered(:)
  ! The own block, as it is sent.
  real(dp), allocatable :: mine(:)
  integer :: win
  ! Elements of the largest block.
  integer :: block_size

  public :: open_collection, collect_elevation, root_mean_square, close_collection

contains

  subroutine open_collection(own)
    type(block), intent(in) :: own
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    integer :: ierr

    block_size = own%nx_max * own%ny_max
    allocate (mine(block_size))
    if (own%rank == 0) then
      allocate (gathered(block_size * own%nproc))
      bytes = int(dp_bytes, MPI_ADDRESS_KIND) * block_size * own%nproc
    else
      allocate (gathered(1))
      bytes = 0
    end if
    call MPI_Win_create(gathered, bytes, dp_bytes, MPI_INFO_NULL, own%comm, win, ierr)
  end subroutine open_collection

  ! Collective: afterwards the first process has all blocks.
  subroutine collect_elevation(own)
    type(block), intent(in) :: own
    integer(kind=MPI_ADDRESS_KIND) :: place
    integer :: ierr, i, j

    mine = 0.0_dp
    do j = 1, own%ny
      do i = 1, own%nx
        mine((j - 1) * own%nx + i) = now(i, j, field_h)
      end do
    end do
    place = int(own%rank, MPI_ADDRESS_KIND) * block_size
    ! Nobody writes while the first process still reads what was collected before.
    call MPI_Barrier(own%comm, ierr)
    call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win, ierr)
    call MPI_Put(mine, block_size, MPI_DOUBLE_PRECISION, 0, place, block_size, MPI_DOUBLE_PRECISION, win, ierr)
    call MPI_Win_unlock(0, win, ierr)
    call MPI_Barrier(own%comm, ierr)
  end subroutine collect_elevation

  ! Of the elevation that was collected; on the first process only.
  function root_mean_square(own, cells) result(value)
    type(block), intent(in) :: own
    integer, intent(in) :: cells
    real(dp) :: value
    integer :: k

    value = 0.0_dp
    if (own%rank /= 0) return
    do k = 1, block_size * own%nproc
      value = value + gathered(k)**2
    end do
    value = sqrt(value / real(cells, dp))
  end function root_mean_square

  subroutine close_collection()
    integer :: ierr

    call MPI_Win_free(win, ierr)
    deallocate (mine, gathered)
  end subroutine close_collection

end module collect
