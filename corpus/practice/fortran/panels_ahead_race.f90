! A matrix-vector product by panels, module mpi_f08: each process has a panel of the vector in a window; all processes visit the panels
! of all, beginning with their own. While one panel is used, the next one is fetched by MPI_Rget into the other of two buffers.
!
! The panels are filled before a barrier and stay as they are until the windows are freed.
!
! The race: the request is waited for behind the use. The product reads the buffer while the get may still write it (12.3). On every
! process, from one process on.
!@ expect: error RMA102 GET USE
!@ twin: panels_ahead_ok.f90

module panels_module
  use mpi_f08
  implicit none
  private
  public :: panels_t, panels_create, panels_free, panels_product, dp

  integer, parameter :: dp = kind(1.0d0)

  type panels_t
    type(MPI_Comm) :: comm
    type(MPI_Win) :: win
    integer :: rank, nproc, width
    real(dp), allocatable :: own(:)
    real(dp), allocatable :: buffer(:, :)  ! width and 2
    type(MPI_Request) :: request(2)
  end type panels_t

contains

  subroutine panels_create(p, comm, width)
    type(panels_t), intent(inout) :: p
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: width
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    integer :: i

    p%comm = comm
    p%width = width
    call MPI_Comm_rank(comm, p%rank)
    call MPI_Comm_size(comm, p%nproc)
    allocate (p%own(width), p%buffer(width, 2))
    do i = 1, width
      p%own(i) = p%rank + 1.0_dp / i
    end do
    p%buffer = 0.0_dp
    bytes = int(width, MPI_ADDRESS_KIND) * 8
    call MPI_Win_create(p%own, bytes, 8, MPI_INFO_NULL, comm, p%win)
    call MPI_Win_lock_all(0, p%win)
    call MPI_Barrier(comm)
  end subroutine panels_create

  subroutine panels_free(p)
    type(panels_t), intent(inout) :: p

    call MPI_Win_unlock_all(p%win)
    call MPI_Win_free(p%win)
    deallocate (p%own, p%buffer)
  end subroutine panels_free

  integer function owner_of(p, turn)
    type(panels_t), intent(in) :: p
    integer, intent(in) :: turn

    owner_of = mod(p%rank + turn, p%nproc)
  end function owner_of

  subroutine fetch(p, turn, slot)
    type(panels_t), intent(inout) :: p
    integer, intent(in) :: turn, slot
    integer(kind=MPI_ADDRESS_KIND) :: disp

    disp = 0
    call MPI_Rget(p%buffer(:, slot), p%width, MPI_DOUBLE_PRECISION, owner_of(p, turn), disp, & !@ GET
                  p%width, MPI_DOUBLE_PRECISION, p%win, p%request(slot))
  end subroutine fetch

  subroutine finish(p, slot)
    type(panels_t), intent(inout) :: p
    integer, intent(in) :: slot
    type(MPI_Status) :: status

    call MPI_Wait(p%request(slot), status)
  end subroutine finish

  function weighted(p, slot, owner) result(total)
    type(panels_t), intent(in) :: p
    integer, intent(in) :: slot, owner
    real(dp) :: total
    integer :: i

    total = 0.0_dp
    do i = 1, p%width
      total = total + (owner + 0.5_dp) * p%buffer(i, slot) !@ USE
    end do
  end function weighted

  ! One entry of the product.
  function panels_product(p) result(total)
    type(panels_t), intent(inout) :: p
    real(dp) :: total
    integer :: turn, current, next

    total = 0.0_dp
    current = 1
    call fetch(p, 0, current)
    do turn = 0, p%nproc - 1
      next = 3 - current
      if (turn + 1 < p%nproc) call fetch(p, turn + 1, next)
      total = total + weighted(p, current, owner_of(p, turn))
      call finish(p, current)
      current = next
    end do
  end function panels_product

end module panels_module

program panels_ahead
  use mpi_f08
  use panels_module
  implicit none
  type(panels_t) :: panels
  character(len=32) :: text
  integer :: width, rounds, round, ierr
  real(dp) :: total

  call MPI_Init()
  width = 2048
  rounds = 3
  if (command_argument_count() >= 1) then
    call get_command_argument(1, text)
    read (text, *, iostat=ierr) width
    if (ierr /= 0) width = 0
  end if
  if (command_argument_count() >= 2) then
    call get_command_argument(2, text)
    read (text, *, iostat=ierr) rounds
    if (ierr /= 0) rounds = 0
  end if
  if (width < 1 .or. width > 10000000 .or. rounds < 1) then
    print *, 'usage: panels [width] [rounds]'
    call MPI_Abort(MPI_COMM_WORLD, 1)
  end if

  call panels_create(panels, MPI_COMM_WORLD, width)
  do round = 1, rounds
    total = panels_product(panels)
    if (panels%rank == 0) print '(a, i0, a, es14.6)', 'round ', round, ': ', total
  end do
  call panels_free(panels)
  call MPI_Finalize()
end program panels_ahead
