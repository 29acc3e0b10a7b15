! What the user chooses on the command line.
module options
  use kinds, only: dp
  implicit none
  private

  type, public :: run_options
    ! Cells of the basin in both directions.
    integer :: nx = 64
    integer :: ny = 48
    ! Time steps.
    integer :: steps = 20
    ! Steps from one line of diagnostics to the next.
    integer :: every = 5
    ! Width of a cell, in metres.
    real(dp) :: spacing = 1000.0_dp
    ! Depth of the basin at rest, in metres.
    real(dp) :: depth = 50.0_dp
  end type run_options

  public :: read_options, check_options

contains

  ! Options in the order nx, ny, steps, every; those that are missing keep their defaults.
  subroutine read_options(opts)
    type(run_options), intent(out) :: opts
    integer :: given

    given = command_argument_count()
    if (given >= 1) call integer_argument(1, opts%nx)
    if (given >= 2) call integer_argument(2, opts%ny)
    if (given >= 3) call integer_argument(3, opts%steps)
    if (given >= 4) call integer_argument(4, opts%every)
  end subroutine read_options

  subroutine integer_argument(position, value)
    integer, intent(in) :: position
    integer, intent(inout) :: value
    character(len=32) :: text
    integer :: failed, found

    call get_command_argument(position, text)
    read (text, *, iostat=failed) found
    if (failed == 0) then
      value = found
    else
      write (*, '(a,i0,a)') 'shallow: argument ', position, ' is no number; the default is used'
    end if
  end subroutine integer_argument

  ! Stops when the options make no sense.
  subroutine check_options(opts, nproc)
    type(run_options), intent(in) :: opts
    integer, intent(in) :: nproc

    if (opts%nx < 4 .or. opts%ny < 4) then
      print *, 'shallow: the basin is too small'
      error stop 2
    end if
    if (opts%nx < nproc .or. opts%ny < nproc) then
      print *, 'shallow: more processes than rows or columns'
      error stop 2
    end if
    if (opts%steps < 0 .or. opts%every < 1) then
      print *, 'shallow: steps must not be negative, their interval must be positive'
      error stop 2
    end if
  end subroutine check_options

end module options
