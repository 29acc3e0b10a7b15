! A ring of processes hands blocks of numbers to the right, one each step. The inbox of a process is memory of MPI_Win_allocate, seen as
! a matrix by c_f_pointer: a column for each slot, and the slots take turns. There is one barrier a step, behind the flush.
!
! A block is used behind flush and barrier (MPI 4.1, 12.5.4). With two slots or more a slot is written again two steps later, behind the
! barrier of the step between, which comes after its use.
!
! Race-free: fewer than two slots are refused.
!@ expect: none
!@ twin: inbox_of_slots_race.f90

module inbox_module
  use mpi
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  private
  public :: inbox_t, inbox_create, inbox_free, inbox_send, inbox_use, dp

  integer, parameter :: dp = kind(1.0d0)

  type inbox_t
    integer :: comm, win
    integer :: width, slots
    real(dp), pointer :: column(:, :) => null()
  end type inbox_t

contains

  subroutine inbox_create(box, comm, width, slots)
    type(inbox_t), intent(out) :: box
    integer, intent(in) :: comm, width, slots
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    type(c_ptr) :: base
    integer :: ierr

    box%comm = comm
    box%width = width
    box%slots = slots
    bytes = int(width, MPI_ADDRESS_KIND) * slots * 8
    call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, comm, base, box%win, ierr)
    call c_f_pointer(base, box%column, [width, slots])
    box%column = 0.0_dp
    call MPI_Barrier(comm, ierr)
    call MPI_Win_lock_all(0, box%win, ierr)
  end subroutine inbox_create

  subroutine inbox_free(box)
    type(inbox_t), intent(inout) :: box
    integer :: ierr

    call MPI_Win_unlock_all(box%win, ierr)
    call MPI_Win_free(box%win, ierr)
    nullify (box%column)
  end subroutine inbox_free

  integer function slot_of(box, step)
    type(inbox_t), intent(in) :: box
    integer, intent(in) :: step

    slot_of = mod(step, box%slots) + 1
  end function slot_of

  ! Puts a block into the slot of this step; all of this step have arrived when it returns.
  subroutine inbox_send(box, step, peer, block)
    type(inbox_t), intent(in) :: box
    integer, intent(in) :: step, peer
    real(dp), intent(in), contiguous :: block(:)
    integer(kind=MPI_ADDRESS_KIND) :: place
    integer :: ierr

    place = int(slot_of(box, step) - 1, MPI_ADDRESS_KIND) * box%width
    call MPI_Put(block, box%width, MPI_DOUBLE_PRECISION, peer, place, box%width, MPI_DOUBLE_PRECISION, box%win, ierr)
    call MPI_Win_flush(peer, box%win, ierr)
    call MPI_Barrier(box%comm, ierr)
  end subroutine inbox_send

  ! Adds the block of this step to what there is.
  subroutine inbox_use(box, step, sums)
    type(inbox_t), intent(in) :: box
    integer, intent(in) :: step
    real(dp), intent(inout) :: sums(:)
    integer :: slot, i

    slot = slot_of(box, step)
    do i = 1, box%width
      sums(i) = sums(i) + box%column(i, slot)
    end do
  end subroutine inbox_use

end module inbox_module

module settings_module
  implicit none
  type settings_t
    integer :: width = 512
    integer :: slots = 2
    integer :: steps = 20
  end type settings_t
contains
  subroutine argument(number, value)
    integer, intent(in) :: number
    integer, intent(inout) :: value
    character(len=32) :: text
    integer :: length

    if (number > command_argument_count()) return
    call get_command_argument(number, text, length)
    read (text(1:length), *) value
  end subroutine argument

  ! False if a value is out of range.
  logical function read_settings(s)
    type(settings_t), intent(inout) :: s

    call argument(1, s%width)
    call argument(2, s%slots)
    call argument(3, s%steps)
    read_settings = s%width >= 1 .and. s%width <= 1000000 .and. s%steps >= 1
    if (s%slots < 2 .or. s%slots > 16) read_settings = .false.
  end function read_settings
end module settings_module

program inbox_of_slots
  use mpi
  use inbox_module
  use settings_module
  implicit none
  type(inbox_t) :: box
  type(settings_t) :: s
  real(dp), allocatable :: block(:), sums(:)
  double precision :: seconds
  integer :: rank, nproc, step, ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  if (.not. read_settings(s)) then
    if (rank == 0) print *, 'usage: inbox [width] [slots] [steps]'
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end if
  allocate (block(s%width), sums(s%width))
  sums = 0.0_dp
  call inbox_create(box, MPI_COMM_WORLD, s%width, s%slots)

  seconds = MPI_Wtime()
  do step = 1, s%steps
    block = rank + 0.001_dp * step
    call inbox_send(box, step, mod(rank + 1, nproc), block)
    call inbox_use(box, step, sums)
  end do
  seconds = MPI_Wtime() - seconds
  print *, 'process ', rank, ': ', sum(sums) / s%width, seconds
  call inbox_free(box)
  deallocate (block, sums)
  call MPI_Finalize(ierr)
end program inbox_of_slots
