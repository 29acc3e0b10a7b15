! One time step of the linear shallow-water equations, forward in time for velocity and backward for elevation.
module dynamics
  use kinds, only: dp, gravity, friction, courant, field_h, field_u, field_v
  use decomposition, only: block
  use fields, only: now, next, depth
  implicit none
  private

  public :: time_step_length, momentum, continuity

contains

  ! The time step that the fastest wave allows, in seconds.
  pure function time_step_length(spacing, deepest) result(dt)
    real(dp), intent(in) :: spacing, deepest
    real(dp) :: dt

    dt = courant * spacing / sqrt(2.0_dp * gravity * deepest)
  end function time_step_length

  ! New velocities from the slope of the surface.
  subroutine momentum(own, spacing, dt)
    type(block), intent(in) :: own
    real(dp), intent(in) :: spacing, dt
    real(dp) :: slope_x, slope_y, drag
    integer :: i, j

    drag = 1.0_dp / (1.0_dp + friction * dt)
    do j = 1, own%ny
      do i = 1, own%nx
        slope_x = (now(i + 1, j, field_h) - now(i - 1, j, field_h)) / (2.0_dp * spacing)
        slope_y = (now(i, j + 1, field_h) - now(i, j - 1, field_h)) / (2.0_dp * spacing)
        next(i, j, field_u) = drag * (smooth(i, j, field_u) - dt * gravity * slope_x)
        next(i, j, field_v) = drag * (smooth(i, j, field_v) - dt * gravity * slope_y)
      end do
    end do
  end subroutine momentum

  ! The mean of a cell and its neighbours, which keeps the scheme stable.
  pure function smooth(i, j, f) result(value)
    integer, intent(in) :: i, j, f
    real(dp) :: value

    value = 0.9_dp * now(i, j, f) &
          + 0.025_dp * (now(i + 1, j, f) + now(i - 1, j, f) + now(i, j + 1, f) + now(i, j - 1, f))
  end function smooth

  ! The new elevation from the divergence of the transport.
  subroutine continuity(own, spacing, dt)
    type(block), intent(in) :: own
    real(dp), intent(in) :: spacing, dt
    real(dp) :: flux_x, flux_y
    integer :: i, j

    do j = 1, own%ny
      do i = 1, own%nx
        flux_x = transport(i + 1, j, field_u) - transport(i - 1, j, field_u)
        flux_y = transport(i, j + 1, field_v) - transport(i, j - 1, field_v)
        next(i, j, field_h) = smooth(i, j, field_h) - dt * (flux_x + flux_y) / (2.0_dp * spacing)
      end do
    end do
  end subroutine continuity

  pure function transport(i, j, f) result(value)
    integer, intent(in) :: i, j, f
    real(dp) :: value

    value = (depth(i, j) + now(i, j, field_h)) * now(i, j, f)
  end function transport

end module dynamics
