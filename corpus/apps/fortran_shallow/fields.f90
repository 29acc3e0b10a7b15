! The state of the basin: surface elevation and velocity, with one row of ghost cells around the own ones.
module fields
  use kinds, only: dp, n_fields, field_h, field_u, field_v
  use decomposition, only: block
  use options, only: run_options
  implicit none
  private

  ! Index: cell in x, cell in y, field.
  real(dp), allocatable, public :: now(:, :, :)
  real(dp), allocatable, public :: next(:, :, :)
  ! Depth at rest in the own cells and around them.
  real(dp), allocatable, public :: depth(:, :)

  public :: allocate_fields, initial_state, swap_fields, free_fields, closed_shores

contains

  subroutine allocate_fields(own)
    type(block), intent(in) :: own

    allocate (now(0:own%nx + 1, 0:own%ny + 1, n_fields))
    allocate (next(0:own%nx + 1, 0:own%ny + 1, n_fields))
    allocate (depth(0:own%nx + 1, 0:own%ny + 1))
    now = 0.0_dp
    next = 0.0_dp
    depth = 0.0_dp
  end subroutine allocate_fields

  ! A hump of water in the middle of a basin at rest, over a bottom that rises towards the north.
  subroutine initial_state(own, opts)
    type(block), intent(in) :: own
    type(run_options), intent(in) :: opts
    real(dp) :: x, y, distance
    integer :: i, j

    do j = 1, own%ny
      y = real(own%first_y + j - 1, dp) / real(opts%ny, dp) - 0.5_dp
      do i = 1, own%nx
        x = real(own%first_x + i - 1, dp) / real(opts%nx, dp) - 0.5_dp
        distance = x * x + y * y
        now(i, j, field_h) = exp(-40.0_dp * distance)
        now(i, j, field_u) = 0.0_dp
        now(i, j, field_v) = 0.0_dp
        depth(i, j) = opts%depth * (1.0_dp - 0.5_dp * (y + 0.5_dp))
      end do
    end do
    call extend_depth(own)
  end subroutine initial_state

  ! The bottom outside of the own cells is that of the nearest own cell: it is smooth.
  subroutine extend_depth(own)
    type(block), intent(in) :: own
    integer :: i, j

    do j = 1, own%ny
      depth(0, j) = depth(1, j)
      depth(own%nx + 1, j) = depth(own%nx, j)
    end do
    do i = 0, own%nx + 1
      depth(i, 0) = depth(i, 1)
      depth(i, own%ny + 1) = depth(i, own%ny)
    end do
  end subroutine extend_depth

  ! Nothing flows through the shores: the ghost cells there mirror the cells before them.
  subroutine closed_shores(own)
    use mpi, only: MPI_PROC_NULL
    type(block), intent(in) :: own
    integer :: i, j

    if (own%west == MPI_PROC_NULL) then
      do j = 0, own%ny + 1
        now(0, j, field_h) = now(1, j, field_h)
        now(0, j, field_u) = -now(1, j, field_u)
        now(0, j, field_v) = now(1, j, field_v)
      end do
    end if
    if (own%east == MPI_PROC_NULL) then
      do j = 0, own%ny + 1
        now(own%nx + 1, j, field_h) = now(own%nx, j, field_h)
        now(own%nx + 1, j, field_u) = -now(own%nx, j, field_u)
        now(own%nx + 1, j, field_v) = now(own%nx, j, field_v)
      end do
    end if
    if (own%south == MPI_PROC_NULL) then
      do i = 0, own%nx + 1
        now(i, 0, field_h) = now(i, 1, field_h)
        now(i, 0, field_u) = now(i, 1, field_u)
        now(i, 0, field_v) = -now(i, 1, field_v)
      end do
    end if
    if (own%north == MPI_PROC_NULL) then
      do i = 0, own%nx + 1
        now(i, own%ny + 1, field_h) = now(i, own%ny, field_h)
        now(i, own%ny + 1, field_u) = now(i, own%ny, field_u)
        now(i, own%ny + 1, field_v) = -now(i, own%ny, field_v)
      end do
    end if
  end subroutine closed_shores

  ! The new state becomes the present one.
  subroutine swap_fields(own)
    type(block), intent(in) :: own
    integer :: i, j, f

    do f = 1, n_fields
      do j = 1, own%ny
        do i = 1, own%nx
          now(i, j, f) = next(i, j, f)
        end do
      end do
    end do
  end subroutine swap_fields

  subroutine free_fields()
    deallocate (now)
    deallocate (next)
    deallocate (depth)
  end subroutine free_fields

end module fields
