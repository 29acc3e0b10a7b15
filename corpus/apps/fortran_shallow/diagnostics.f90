! Numbers that tell whether the run is sound: volume, energy, extremes.
module diagnostics
  use mpi
  use kinds, only: dp, gravity, line_length, field_h, field_u, field_v
  use decomposition, only: block
  use fields, only: now, depth
  implicit none
  private

  type, public :: summary
    real(dp) :: volume = 0.0_dp
    real(dp) :: kinetic = 0.0_dp
    real(dp) :: potential = 0.0_dp
    real(dp) :: highest = 0.0_dp
    real(dp) :: lowest = 0.0_dp
    real(dp) :: deepest = 0.0_dp
  end type summary

  public :: diagnose, print_summary, deepest_water

contains

  ! Sums and extremes over all processes.
  subroutine diagnose(own, spacing, total)
    type(block), intent(in) :: own
    real(dp), intent(in) :: spacing
    type(summary), intent(out) :: total
    real(dp) :: sums(3), all_sums(3), extremes(2), all_extremes(2)
    real(dp) :: area, speed
    integer :: i, j, ierr

    area = spacing * spacing
    sums = 0.0_dp
    extremes = -huge(1.0_dp)
    do j = 1, own%ny
      do i = 1, own%nx
        speed = now(i, j, field_u)**2 + now(i, j, field_v)**2
        sums(1) = sums(1) + area * now(i, j, field_h)
        sums(2) = sums(2) + 0.5_dp * area * depth(i, j) * speed
        sums(3) = sums(3) + 0.5_dp * area * gravity * now(i, j, field_h)**2
        extremes(1) = max(extremes(1), now(i, j, field_h))
        extremes(2) = max(extremes(2), -now(i, j, field_h))
      end do
    end do
    call MPI_Allreduce(sums, all_sums, 3, MPI_DOUBLE_PRECISION, MPI_SUM, own%comm, ierr)
    call MPI_Allreduce(extremes, all_extremes, 2, MPI_DOUBLE_PRECISION, MPI_MAX, own%comm, ierr)
    total%volume = all_sums(1)
    total%kinetic = all_sums(2)
    total%potential = all_sums(3)
    total%highest = all_extremes(1)
    total%lowest = -all_extremes(2)
  end subroutine diagnose

  ! The greatest depth anywhere, on which the time step depends.
  subroutine deepest_water(own, deepest)
    type(block), intent(in) :: own
    real(dp), intent(out) :: deepest
    real(dp) :: mine
    integer :: ierr

    mine = maxval(depth(1:own%nx, 1:own%ny))
    call MPI_Allreduce(mine, deepest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, own%comm, ierr)
  end subroutine deepest_water

  subroutine print_summary(own, step, time, total)
    type(block), intent(in) :: own
    integer, intent(in) :: step
    real(dp), intent(in) :: time
    type(summary), intent(in) :: total
    character(len=line_length) :: line

    if (own%rank /= 0) return
    write (line, '(a,i6,a,f10.1,a,es12.4,a,es12.4,a,es12.4)') 'step ', step, ' time ', time, &
      ' volume ', total%volume, ' kinetic ', total%kinetic, ' potential ', total%potential
    print '(a)', trim(line)
    if (total%highest > 10.0_dp .or. total%lowest < -10.0_dp) then
      print *, 'shallow: the surface is out of bounds', total%highest, total%lowest
    end if
  end subroutine print_summary

end module diagnostics
