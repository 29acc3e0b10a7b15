! A square matrix in blocks of columns is transposed several times. The blocks for all processes are packed into an array that lives as
! long as the exchange, and put between two fences; each process takes them from its window.
!
! The block of each sender has a place of its own in the window, so that no puts meet; the window is read behind the closing fence and
! put to again behind the next opening one (MPI 4.1, 12.5.1).
!
! Race-free: the array is given back behind the closing fence, which completes all puts at the origin.
!@ expect: none
!@ twin: transpose_work_race.f90

module slab_module
  use mpi
  implicit none
  private
  public :: slab_t, slab_create, slab_free, slab_transpose, slab_wrong, dp

  integer, parameter :: dp = kind(1.0d0)

  type slab_t
    integer :: comm, win
    integer :: rank, nproc
    integer :: m                              ! columns of each process
    real(dp), allocatable :: a(:, :)          ! m * nproc rows, m columns
    real(dp), allocatable :: arrived(:, :, :) ! m, m, sender
  end type slab_t

contains

  subroutine slab_create(s, comm, m)
    type(slab_t), intent(inout) :: s
    integer, intent(in) :: comm, m
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    integer :: ierr, i, j

    s%comm = comm
    s%m = m
    call MPI_Comm_rank(comm, s%rank, ierr)
    call MPI_Comm_size(comm, s%nproc, ierr)
    allocate (s%a(m * s%nproc, m), s%arrived(m, m, 0:s%nproc - 1))
    do j = 1, m
      do i = 1, m * s%nproc
        s%a(i, j) = element(i, s%rank * m + j)
      end do
    end do
    s%arrived = 0.0_dp
    bytes = int(m, MPI_ADDRESS_KIND) * m * s%nproc * 8
    call MPI_Win_create(s%arrived, bytes, 8, MPI_INFO_NULL, comm, s%win, ierr)
  end subroutine slab_create

  subroutine slab_free(s)
    type(slab_t), intent(inout) :: s
    integer :: ierr

    call MPI_Win_free(s%win, ierr)
    deallocate (s%a, s%arrived)
  end subroutine slab_free

  real(dp) function element(i, j)
    integer, intent(in) :: i, j

    element = i + 0.0001_dp * j
  end function element

  ! The block for a process, transposed.
  subroutine pack_block(s, peer, block)
    type(slab_t), intent(in) :: s
    integer, intent(in) :: peer
    real(dp), intent(out) :: block(:, :)
    integer :: i, j

    do j = 1, s%m
      do i = 1, s%m
        block(j, i) = s%a(peer * s%m + i, j)
      end do
    end do
  end subroutine pack_block

  subroutine slab_transpose(s)
    type(slab_t), intent(inout) :: s
    real(dp), allocatable :: work(:, :, :)
    integer(kind=MPI_ADDRESS_KIND) :: place
    integer :: peer, cells, ierr

    cells = s%m * s%m
    allocate (work(s%m, s%m, 0:s%nproc - 1))
    do peer = 0, s%nproc - 1
      call pack_block(s, peer, work(:, :, peer))
    end do

    place = int(s%rank, MPI_ADDRESS_KIND) * cells
    call MPI_Win_fence(0, s%win, ierr)
    do peer = 0, s%nproc - 1
      call MPI_Put(work(1, 1, peer), cells, MPI_DOUBLE_PRECISION, peer, place, cells, MPI_DOUBLE_PRECISION, s%win, ierr)
    end do
    call MPI_Win_fence(0, s%win, ierr)
    deallocate (work)

    do peer = 0, s%nproc - 1
      s%a(peer * s%m + 1:(peer + 1) * s%m, :) = s%arrived(:, :, peer)
    end do
  end subroutine slab_transpose

  ! Elements that are not what they should be behind so many transpositions, of all processes.
  integer function slab_wrong(s, rounds)
    type(slab_t), intent(in) :: s
    integer, intent(in) :: rounds
    real(dp) :: want
    integer :: i, j, column, mine, ierr

    mine = 0
    do j = 1, s%m
      column = s%rank * s%m + j
      do i = 1, s%m * s%nproc
        want = element(i, column)
        if (mod(rounds, 2) == 1) want = element(column, i)
        if (s%a(i, j) /= want) mine = mine + 1
      end do
    end do
    call MPI_Allreduce(mine, slab_wrong, 1, MPI_INTEGER, MPI_SUM, s%comm, ierr)
  end function slab_wrong

end module slab_module

program transpose_work
  use mpi
  use slab_module
  implicit none
  type(slab_t) :: slab
  character(len=16) :: text
  integer :: m, rounds, round, wrong, ierr
  double precision :: seconds

  call MPI_Init(ierr)
  m = 32
  rounds = 5
  if (command_argument_count() >= 1) then
    call get_command_argument(1, text)
    read (text, *) m
  end if
  if (command_argument_count() >= 2) then
    call get_command_argument(2, text)
    read (text, *) rounds
  end if
  if (m < 1 .or. m > 1024 .or. rounds < 1) then
    print *, 'usage: transpose [columns, 1 to 1024] [rounds]'
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end if
  call slab_create(slab, MPI_COMM_WORLD, m)
  seconds = MPI_Wtime()
  do round = 1, rounds
    call slab_transpose(slab)
  end do
  seconds = MPI_Wtime() - seconds
  wrong = slab_wrong(slab, rounds)
  if (slab%rank == 0) print *, rounds, ' rounds, ', seconds, ' s, wrong elements: ', wrong
  call slab_free(slab)
  call MPI_Finalize(ierr)
end program transpose_work
