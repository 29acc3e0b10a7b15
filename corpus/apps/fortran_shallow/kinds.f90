! Kinds, physical constants and numerical limits.
module kinds
  implicit none
  private
  integer, parameter, public :: dp = kind(1.0d0)
  ! Bytes of a real number of kind dp.
  integer, parameter, public :: dp_bytes = 8
  ! Acceleration of gravity, in metres per second squared.
  real(dp), parameter, public :: gravity = 9.81_dp
  ! Coefficient of linear friction at the bottom, per second.
  real(dp), parameter, public :: friction = 1.0e-5_dp
  ! Courant number of the time step.
  real(dp), parameter, public :: courant = 0.4_dp
  ! Prognostic fields: surface elevation and the two components of velocity.
  integer, parameter, public :: n_fields = 3
  integer, parameter, public :: field_h = 1
  integer, parameter, public :: field_u = 2
  integer, parameter, public :: field_v = 3
  ! The longest line of output.
  integer, parameter, public :: line_length = 120
end module kinds
