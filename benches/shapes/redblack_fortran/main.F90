! Red-black relaxation of the Laplace equation, the columns divided among the processes, with puts between fences.
!
! Before each half-sweep the edge columns go into the ghost columns of the neighbours. Every so many sweeps the residual is computed,
! which needs the ghosts once more. On the border of the square the solution is x * y, which the five-point formula keeps, so that the
! result is known.
!
! Race-free as compiled plainly: the puts lie between two fences, which complete them (MPI 4.1, 12.5.1). Between these fences the program
! touches the array not at all: sweeps and residual stand behind the second fence, and the first fence of the next exchange
! lets no put begin before all processes have left the loops that read their ghosts. Both puts go to ghost columns of their own.
!
! Under -DRACY the residual is computed before the exchange is ended: it reads ghost columns (B) that the puts (A) are writing.
! Happens with two or more processes.
! The labels hold under -DRACY; compiled plainly the program is to be free of findings.
!@ expect: error RMA201 A B

module relax_module
  use mpi
  use grid_module
  implicit none
  private
  public :: options_t, read_options, set_border, sweep, residual, error_of

  type options_t
    integer :: ny, nx, sweeps, every
    real(dp) :: omega
  end type options_t

contains

  integer function integer_argument(position, default)
    integer, intent(in) :: position, default
    character(len=32) :: text
    integer :: status

    integer_argument = default
    if (command_argument_count() < position) return
    call get_command_argument(position, text)
    read (text, *, iostat=status) integer_argument
    if (status /= 0) then
      print *, 'not a number: ', trim(text)
      integer_argument = default
    end if
  end function integer_argument

  subroutine read_options(o)
    type(options_t), intent(out) :: o

    o%ny = integer_argument(1, 60)
    o%nx = integer_argument(2, 60)
    o%sweeps = integer_argument(3, 400)
    o%every = max(1, integer_argument(4, 50))
    o%omega = 2.0_dp / (1.0_dp + sin(acos(-1.0_dp) / real(max(o%ny, o%nx) + 1, dp)))
  end subroutine read_options

  ! The value that the solution has in a row and a column of the whole grid.
  real(dp) function solution(g, j, i)
    type(grid_t), intent(in) :: g
    integer, intent(in) :: j, i

    solution = real(j, dp) / (g%ny + 1) * (real(i, dp) / (g%nx_all + 1))
  end function solution

  subroutine set_border(g)
    type(grid_t), intent(inout) :: g
    integer :: i, j

    do i = 1, g%nx
      g%u(0, i) = solution(g, 0, g%first + i - 1)
      g%u(g%ny + 1, i) = solution(g, g%ny + 1, g%first + i - 1)
    end do
    if (g%rank == 0) then
      do j = 1, g%ny
        g%u(j, 0) = solution(g, j, 0)
      end do
    end if
    if (g%rank == g%nproc - 1) then
      do j = 1, g%ny
        g%u(j, g%nx + 1) = solution(g, j, g%nx_all + 1)
      end do
    end if
  end subroutine set_border

  ! One colour: the cells of which row and column of the whole grid add up to an even or an odd number.
  subroutine sweep(g, colour, omega)
    type(grid_t), intent(inout) :: g
    integer, intent(in) :: colour
    real(dp), intent(in) :: omega
    integer :: i, j, start
    real(dp) :: mean

    do i = 1, g%nx
      start = 1 + mod(g%first + i - 1 + 1 + colour, 2)
      do j = start, g%ny, 2
        mean = 0.25_dp * (g%u(j - 1, i) + g%u(j + 1, i) + g%u(j, i - 1) + g%u(j, i + 1))
        g%u(j, i) = g%u(j, i) + omega * (mean - g%u(j, i))
      end do
    end do
  end subroutine sweep

  real(dp) function residual(g)
    type(grid_t), intent(in) :: g
    real(dp) :: mine, all, r
    integer :: i, j, ierr

    mine = 0.0_dp
    do i = 1, g%nx
      do j = 1, g%ny
        r = g%u(j - 1, i) + g%u(j + 1, i) + g%u(j, i - 1) + g%u(j, i + 1) - 4.0_dp * g%u(j, i) !@ B
        mine = mine + r * r
      end do
    end do
    call MPI_Allreduce(mine, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, g%comm, ierr)
    call check(ierr, 'allreduce')
    residual = sqrt(all)
  end function residual

  real(dp) function error_of(g)
    type(grid_t), intent(in) :: g
    real(dp) :: mine, all
    integer :: i, j, ierr

    mine = 0.0_dp
    do i = 1, g%nx
      do j = 1, g%ny
        mine = max(mine, abs(g%u(j, i) - solution(g, j, g%first + i - 1)))
      end do
    end do
    call MPI_Allreduce(mine, all, 1, MPI_DOUBLE_PRECISION, MPI_MAX, g%comm, ierr)
    call check(ierr, 'allreduce')
    error_of = all
  end function error_of

end module relax_module

program redblack
  use mpi
  use grid_module
  use relax_module
  implicit none
  type(grid_t) :: grid
  type(options_t) :: options
  real(dp) :: start, seconds, slowest, left_over, error
  integer :: ierr, k, colour

  call MPI_Init(ierr)
  call check(ierr, 'init')
  call read_options(options)
  call grid_create(grid, MPI_COMM_WORLD, options%ny, options%nx)
  call set_border(grid)
  left_over = 0.0_dp

  start = MPI_Wtime()
  do k = 1, options%sweeps
    do colour = 0, 1
      call exchange_begin(grid)
      call exchange_end(grid)
      call sweep(grid, colour, options%omega)
    end do
    if (mod(k, options%every) == 0) then
      call exchange_begin(grid)
#ifdef RACY
      left_over = residual(grid)
      call exchange_end(grid)
#else
      call exchange_end(grid)
      left_over = residual(grid)
#endif
      if (grid%rank == 0) write (*, '(i7,es14.4)') k, left_over
      if (left_over < 1.0e-12_dp) exit
    end if
  end do
  seconds = MPI_Wtime() - start
  call MPI_Reduce(seconds, slowest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, grid%comm, ierr)
  call check(ierr, 'reduce')

  error = error_of(grid)
  if (grid%rank == 0) then
    write (*, '(a,i0,a,i0,a,i0,a)') 'grid ', grid%ny, ' x ', grid%nx_all, ' on ', grid%nproc, ' processes'
    write (*, '(a,f10.6,a,es10.2)') 'time ', slowest, ' s, error ', error
    if (error < 1.0e-6_dp) then
      print '(a)', 'right'
    else
      print '(a)', 'WRONG'
    end if
  end if
  call grid_free(grid)
  call MPI_Finalize(ierr)
end program redblack
