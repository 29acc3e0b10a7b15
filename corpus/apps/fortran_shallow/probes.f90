! Tide gauges: points whose elevation is recorded at every step, each by the process that has the cell. The first process fetches the
! records at the end.
module probes
  use mpi
  use kinds, only: dp, dp_bytes, field_h
  use decomposition, only: block
  use options, only: run_options
  use fields, only: now
  implicit none
  private

  integer, parameter :: n_probes = 3

  type :: probe
    ! Position in the basin, and whether it is an own cell.
    integer :: x = 1
    integer :: y = 1
    logical :: here = .false.
  end type probe

  type(probe) :: gauges(n_probes)
  ! Records of the own process, one column a gauge: the memory of the window.
  real(dp), allocatable :: records(:, :)
  integer :: length
  integer :: win

  public :: place_probes, record_probes, report_probes, remove_probes

contains

  subroutine place_probes(own, opts)
    type(block), intent(in) :: own
    type(run_options), intent(in) :: opts
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    integer :: p, ierr

    gauges(1)%x = opts%nx / 2
    gauges(1)%y = opts%ny / 2
    gauges(2)%x = 1
    gauges(2)%y = opts%ny / 2
    gauges(3)%x = opts%nx
    gauges(3)%y = opts%ny
    do p = 1, n_probes
      gauges(p)%here = inside(own, gauges(p))
    end do
    length = opts%steps + 1
    allocate (records(length, n_probes))
    records = 0.0_dp
    bytes = int(dp_bytes, MPI_ADDRESS_KIND) * length * n_probes
    call MPI_Win_create(records, bytes, dp_bytes, MPI_INFO_NULL, own%comm, win, ierr)
  end subroutine place_probes

  pure function inside(own, gauge) result(yes)
    type(block), intent(in) :: own
    type(probe), intent(in) :: gauge
    logical :: yes

    yes = gauge%x >= own%first_x .and. gauge%x < own%first_x + own%nx &
        .and. gauge%y >= own%first_y .and. gauge%y < own%first_y + own%ny
  end function inside

  ! Every process keeps the records of its own gauges.
  subroutine record_probes(own, step)
    type(block), intent(in) :: own
    integer, intent(in) :: step
    integer :: p

    do p = 1, n_probes
      if (.not. gauges(p)%here) cycle
      records(step + 1, p) = now(gauges(p)%x - own%first_x + 1, gauges(p)%y - own%first_y + 1, field_h)
    end do
  end subroutine record_probes

  ! The first process adds up the records of all processes, of which those without the gauge have zeros.
  subroutine report_probes(own)
    type(block), intent(in) :: own
    real(dp), allocatable :: theirs(:), total(:)
    integer(kind=MPI_ADDRESS_KIND) :: column
    integer :: p, r, ierr

    call MPI_Barrier(own%comm, ierr)
    if (own%rank == 0) then
      allocate (theirs(length), total(length))
      do p = 1, n_probes
        total = 0.0_dp
        column = int(p - 1, MPI_ADDRESS_KIND) * length
        do r = 0, own%nproc - 1
          call MPI_Win_lock(MPI_LOCK_SHARED, r, 0, win, ierr)
          call MPI_Get(theirs, length, MPI_DOUBLE_PRECISION, r, column, length, MPI_DOUBLE_PRECISION, win, ierr)
          call MPI_Win_unlock(r, win, ierr)
          total = total + theirs
        end do
        print '(a,i0,a,f10.5,a,f10.5)', 'gauge ', p, ': highest ', maxval(total), ', lowest ', minval(total)
      end do
      deallocate (theirs, total)
    end if
    call MPI_Barrier(own%comm, ierr)
  end subroutine report_probes

  subroutine remove_probes()
    integer :: ierr

    call MPI_Win_free(win, ierr)
    deallocate (records)
  end subroutine remove_probes

end module probes
