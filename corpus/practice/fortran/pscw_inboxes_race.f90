! A plate in strips of columns, closed to a ring. Each step the edge columns go into the inbox of the neighbours by post-start-complete-
! wait; the group is made of a list of the neighbours in which each process stands once (with two processes both are the same one, with
! one it is the process itself).
!
! The inbox has a column for each side. The left neighbour of a process puts into its column of the left side only, the right one into
! the other, so that no puts meet; a put reaches the inbox behind the post of its owner (MPI 4.1, 12.5.2), which comes behind the use of
! the step before.
!
! The race: the inbox is used between complete and wait. complete is about the puts that this process has made; those of the neighbours
! may still arrive (12.5.2). From one process.
!@ expect: error RMA201 PUT USE
!@ twin: pscw_inboxes_ok.f90

module plate_module
  use mpi
  implicit none
  private
  public :: plate_t, plate_create, plate_free, plate_step, plate_sum, dp

  integer, parameter :: dp = kind(1.0d0)
  integer, parameter :: left = 1, right = 2

  type plate_t
    integer :: comm, win, group
    integer :: rank, nproc
    integer :: peer(2)
    integer :: rows, columns
    real(dp), allocatable :: u(:, :)      ! rows, 0 to columns + 1
    real(dp), allocatable :: next(:, :)
    real(dp), allocatable :: inbox(:, :)  ! rows, side
  end type plate_t

contains

  subroutine check(ierr)
    integer, intent(in) :: ierr
    integer :: ignored

    if (ierr /= MPI_SUCCESS) call MPI_Abort(MPI_COMM_WORLD, 1, ignored)
  end subroutine check

  ! Appends a process that is not yet in the list.
  subroutine add_once(list, length, process)
    integer, intent(inout) :: list(:), length
    integer, intent(in) :: process

    if (length > 0) then
      if (any(list(1:length) == process)) return
    end if
    length = length + 1
    list(length) = process
  end subroutine add_once

  subroutine plate_create(p, comm, rows, columns)
    type(plate_t), intent(inout) :: p
    integer, intent(in) :: comm, rows, columns
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    integer :: list(2), length, world, ierr

    p%comm = comm
    p%rows = rows
    p%columns = columns
    call MPI_Comm_rank(comm, p%rank, ierr)
    call check(ierr)
    call MPI_Comm_size(comm, p%nproc, ierr)
    call check(ierr)
    p%peer(left) = modulo(p%rank - 1, p%nproc)
    p%peer(right) = modulo(p%rank + 1, p%nproc)
    allocate (p%u(rows, 0:columns + 1), p%next(rows, columns), p%inbox(rows, 2))
    p%u = p%rank
    p%inbox = 0.0_dp

    length = 0
    call add_once(list, length, p%peer(left))
    call add_once(list, length, p%peer(right))
    call MPI_Comm_group(comm, world, ierr)
    call check(ierr)
    call MPI_Group_incl(world, length, list, p%group, ierr)
    call check(ierr)
    call MPI_Group_free(world, ierr)
    call check(ierr)
    bytes = int(rows, MPI_ADDRESS_KIND) * 2 * 8
    call MPI_Win_create(p%inbox, bytes, 8, MPI_INFO_NULL, comm, p%win, ierr)
    call check(ierr)
  end subroutine plate_create

  subroutine plate_free(p)
    type(plate_t), intent(inout) :: p
    integer :: ierr

    call MPI_Win_free(p%win, ierr)
    call check(ierr)
    call MPI_Group_free(p%group, ierr)
    call check(ierr)
    deallocate (p%u, p%next, p%inbox)
  end subroutine plate_free

  ! Puts an edge column into the inbox of a neighbour, where it comes from the other side.
  subroutine put_edge(p, side)
    type(plate_t), intent(in) :: p
    integer, intent(in) :: side
    integer(kind=MPI_ADDRESS_KIND) :: place
    integer :: column, ierr

    column = merge(1, p%columns, side == left)
    place = int(merge(1, 0, side == left), MPI_ADDRESS_KIND) * p%rows
    call MPI_Put(p%u(1, column), p%rows, MPI_DOUBLE_PRECISION, p%peer(side), place, & !@ PUT
                 p%rows, MPI_DOUBLE_PRECISION, p%win, ierr)
    call check(ierr)
  end subroutine put_edge

  subroutine use_inbox(p)
    type(plate_t), intent(inout) :: p
    integer :: side, ghost, i

    do side = left, right
      ghost = merge(0, p%columns + 1, side == left)
      do i = 1, p%rows
        p%u(i, ghost) = p%inbox(i, side) !@ USE
      end do
    end do
  end subroutine use_inbox

  subroutine plate_step(p)
    type(plate_t), intent(inout) :: p
    integer :: ierr, j

    call MPI_Win_post(p%group, 0, p%win, ierr)
    call check(ierr)
    call MPI_Win_start(p%group, 0, p%win, ierr)
    call check(ierr)
    call put_edge(p, left)
    call put_edge(p, right)
    call MPI_Win_complete(p%win, ierr)
    call check(ierr)
    call use_inbox(p)
    call MPI_Win_wait(p%win, ierr)
    call check(ierr)
    do j = 1, p%columns
      p%next(:, j) = 0.5_dp * p%u(:, j) + 0.25_dp * (p%u(:, j - 1) + p%u(:, j + 1))
    end do
    p%u(:, 1:p%columns) = p%next
  end subroutine plate_step

  function plate_sum(p) result(total)
    type(plate_t), intent(in) :: p
    real(dp) :: total, mine
    integer :: ierr

    mine = sum(p%u(:, 1:p%columns))
    call MPI_Allreduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, p%comm, ierr)
    call check(ierr)
  end function plate_sum

end module plate_module

program pscw_inboxes
  use mpi
  use plate_module
  implicit none
  type(plate_t) :: plate
  character(len=16) :: text
  integer :: rows, columns, steps, step, ierr
  real(dp) :: before, after

  call MPI_Init(ierr)
  rows = 100
  columns = 20
  steps = 50
  if (command_argument_count() == 3) then
    call get_command_argument(1, text)
    read (text, *) rows
    call get_command_argument(2, text)
    read (text, *) columns
    call get_command_argument(3, text)
    read (text, *) steps
  end if
  if (rows < 1 .or. rows > 100000 .or. columns < 1 .or. columns > 10000 .or. steps < 1) then
    print *, 'usage: plate rows columns steps'
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end if
  call plate_create(plate, MPI_COMM_WORLD, rows, columns)
  before = plate_sum(plate)
  do step = 1, steps
    call plate_step(plate)
  end do
  after = plate_sum(plate)
  if (plate%rank == 0) print *, 'sum before and after: ', before, after
  call plate_free(plate)
  call MPI_Finalize(ierr)
end program pscw_inboxes
