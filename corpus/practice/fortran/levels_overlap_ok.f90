! A rod in strips with two time levels, each an array with a window of its own; the levels take turns. The ghost cells of the level of
! now are put by the neighbours inside a fence epoch, and cells that need no ghost are computed meanwhile.
!
! The level of the next step is written while its own window has no operations: its ghosts are put behind its own opening fence in the
! next step (MPI 4.1, 12.5.1). Edge cells are only read while they are put.
!
! Race-free: cells 2 to n - 1 are computed inside the epoch, which read cells 1 to n; the two outer ones behind the fence.
!@ expect: none
!@ twin: levels_overlap_race.f90

module rod_module
  use mpi
  implicit none
  private
  public :: rod_t, rod_create, rod_free, rod_step, rod_heat, dp

  integer, parameter :: dp = kind(1.0d0)

  type level_t
    real(dp), allocatable :: u(:)       ! 0 to n + 1
    integer :: win
  end type level_t

  type rod_t
    integer :: comm, rank, nproc, left, right
    integer :: n                        ! own cells
    integer :: now = 1                  ! 1 or 2
    type(level_t) :: level(2)
  end type rod_t

contains

  subroutine check(ierr, what)
    integer, intent(in) :: ierr
    character(len=*), intent(in) :: what
    integer :: ignored

    if (ierr /= MPI_SUCCESS) then
      print *, 'failed: ', what
      call MPI_Abort(MPI_COMM_WORLD, 1, ignored)
    end if
  end subroutine check

  subroutine rod_create(rod, comm, n)
    type(rod_t), intent(inout) :: rod
    integer, intent(in) :: comm, n
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    integer :: ierr, k

    rod%comm = comm
    rod%n = n
    call MPI_Comm_rank(comm, rod%rank, ierr)
    call check(ierr, 'rank')
    call MPI_Comm_size(comm, rod%nproc, ierr)
    call check(ierr, 'size')
    rod%left = modulo(rod%rank - 1, rod%nproc)
    rod%right = modulo(rod%rank + 1, rod%nproc)
    bytes = int(n + 2, MPI_ADDRESS_KIND) * 8
    do k = 1, 2
      allocate (rod%level(k)%u(0:n + 1))
      rod%level(k)%u = 0.0_dp
      call MPI_Win_create(rod%level(k)%u, bytes, 8, MPI_INFO_NULL, comm, rod%level(k)%win, ierr)
      call check(ierr, 'window')
    end do
    if (rod%rank == 0) rod%level(1)%u(n / 2 + 1) = 100.0_dp
  end subroutine rod_create

  subroutine rod_free(rod)
    type(rod_t), intent(inout) :: rod
    integer :: ierr, k

    do k = 1, 2
      call MPI_Win_free(rod%level(k)%win, ierr)
      call check(ierr, 'free')
      deallocate (rod%level(k)%u)
    end do
  end subroutine rod_free

  subroutine fence(level)
    type(level_t), intent(in) :: level
    integer :: ierr

    call MPI_Win_fence(0, level%win, ierr)
    call check(ierr, 'fence')
  end subroutine fence

  subroutine put_cell(level, cell, target, place)
    type(level_t), intent(in) :: level
    integer, intent(in) :: cell, target, place
    integer(kind=MPI_ADDRESS_KIND) :: disp
    integer :: ierr

    disp = place
    call MPI_Put(level%u(cell), 1, MPI_DOUBLE_PRECISION, target, disp, 1, MPI_DOUBLE_PRECISION, level%win, ierr)
    call check(ierr, 'put')
  end subroutine put_cell

  subroutine relax(from, to, first, last)
    type(level_t), intent(in) :: from
    type(level_t), intent(inout) :: to
    integer, intent(in) :: first, last
    integer :: i

    do i = first, last
      to%u(i) = 0.25_dp * from%u(i - 1) + 0.5_dp * from%u(i) + 0.25_dp * from%u(i + 1)
    end do
  end subroutine relax

  subroutine rod_step(rod)
    type(rod_t), intent(inout) :: rod
    integer :: a, b

    a = rod%now
    b = 3 - a
    call fence(rod%level(a))
    call put_cell(rod%level(a), 1, rod%left, rod%n + 1)
    call put_cell(rod%level(a), rod%n, rod%right, 0)
    call relax(rod%level(a), rod%level(b), 2, rod%n - 1)
    call fence(rod%level(a))
    call relax(rod%level(a), rod%level(b), 1, 1)
    call relax(rod%level(a), rod%level(b), rod%n, rod%n)
    rod%now = b
  end subroutine rod_step

  function rod_heat(rod) result(heat)
    type(rod_t), intent(in) :: rod
    real(dp) :: heat, mine
    integer :: ierr

    mine = sum(rod%level(rod%now)%u(1:rod%n))
    call MPI_Allreduce(mine, heat, 1, MPI_DOUBLE_PRECISION, MPI_SUM, rod%comm, ierr)
    call check(ierr, 'allreduce')
  end function rod_heat

end module rod_module

program levels_overlap
  use mpi
  use rod_module
  implicit none
  type(rod_t) :: rod
  character(len=32) :: text
  integer :: n, steps, step, ierr
  real(dp) :: heat
  double precision :: seconds

  call MPI_Init(ierr)
  n = 1000
  steps = 100
  if (command_argument_count() >= 1) then
    call get_command_argument(1, text)
    read (text, *) n
  end if
  if (command_argument_count() >= 2) then
    call get_command_argument(2, text)
    read (text, *) steps
  end if
  if (n < 2 .or. n > 10000000 .or. steps < 1) then
    print *, 'usage: rod [cells, 2 or more] [steps]'
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end if

  call rod_create(rod, MPI_COMM_WORLD, n)
  seconds = MPI_Wtime()
  do step = 1, steps
    call rod_step(rod)
  end do
  seconds = MPI_Wtime() - seconds
  heat = rod_heat(rod)
  if (rod%rank == 0) print *, 'heat ', heat, ' in ', seconds, ' s'
  call rod_free(rod)
  call MPI_Finalize(ierr)
end program levels_overlap
