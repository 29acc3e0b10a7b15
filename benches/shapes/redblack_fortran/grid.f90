! The block of columns of a process, its window, and the exchange of edge columns.
module grid_module
  use mpi
  implicit none
  private
  public :: grid_t, grid_create, grid_free, exchange_begin, exchange_end, check, dp

  integer, parameter :: dp = kind(1.0d0)
  integer, parameter :: left = 1, right = 2

  type grid_t
    integer :: comm, win
    integer :: rank, nproc
    integer :: ny, nx                      ! inner rows, own columns
    integer :: nx_all, first               ! all columns, and the first own one
    integer :: peer(2)
    integer(kind=MPI_ADDRESS_KIND) :: place(2) ! where the own edge goes at the neighbour
    integer :: edge(2)                     ! own column that is sent there
    real(dp), allocatable :: u(:, :)       ! with a frame of ghosts, 0 to ny + 1 and 0 to nx + 1
  end type grid_t

contains

  subroutine check(ierr, where)
    integer, intent(in) :: ierr
    character(len=*), intent(in) :: where
    character(len=MPI_MAX_ERROR_STRING) :: text
    integer :: length, ignored

    if (ierr /= MPI_SUCCESS) then
      call MPI_Error_string(ierr, text, length, ignored)
      write (*, '(a,": ",a)') where, text(1:length)
      call MPI_Abort(MPI_COMM_WORLD, 1, ignored)
    end if
  end subroutine check

  ! Columns of a process; the first ones take what is left over.
  integer function columns(nx_all, nproc, rank)
    integer, intent(in) :: nx_all, nproc, rank

    columns = nx_all / nproc
    if (rank < mod(nx_all, nproc)) columns = columns + 1
  end function columns

  subroutine grid_create(g, comm, ny, nx_all)
    type(grid_t), intent(inout) :: g
    integer, intent(in) :: comm, ny, nx_all
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    integer :: ierr, nx_left

    g%comm = comm
    call MPI_Comm_rank(comm, g%rank, ierr)
    call check(ierr, 'rank')
    call MPI_Comm_size(comm, g%nproc, ierr)
    call check(ierr, 'size')
    if (nx_all < g%nproc .or. ny < 1) then
      if (g%rank == 0) print *, 'the grid is too small for so many processes'
      call MPI_Abort(comm, 1, ierr)
    end if
    g%ny = ny
    g%nx_all = nx_all
    g%nx = columns(nx_all, g%nproc, g%rank)
    g%first = g%rank * (nx_all / g%nproc) + min(g%rank, mod(nx_all, g%nproc)) + 1
    allocate (g%u(0:ny + 1, 0:g%nx + 1))
    g%u = 0.0_dp

    g%peer = MPI_PROC_NULL
    if (g%rank > 0) g%peer(left) = g%rank - 1
    if (g%rank < g%nproc - 1) g%peer(right) = g%rank + 1
    nx_left = 0
    if (g%rank > 0) nx_left = columns(nx_all, g%nproc, g%rank - 1)
    g%edge(left) = 1
    g%edge(right) = g%nx
    ! To the left it is the last column of the array there, to the right the first one.
    g%place(left) = int(nx_left + 1, MPI_ADDRESS_KIND) * (ny + 2) + 1
    g%place(right) = 1

    bytes = int(ny + 2, MPI_ADDRESS_KIND) * (g%nx + 2) * 8
    call MPI_Win_create(g%u, bytes, 8, MPI_INFO_NULL, comm, g%win, ierr)
    call check(ierr, 'window')
    call MPI_Win_fence(MPI_MODE_NOPRECEDE, g%win, ierr)
    call check(ierr, 'first fence')
  end subroutine grid_create

  subroutine grid_free(g)
    type(grid_t), intent(inout) :: g
    integer :: ierr

    call MPI_Win_fence(MPI_MODE_NOSUCCEED, g%win, ierr)
    call check(ierr, 'last fence')
    call MPI_Win_free(g%win, ierr)
    call check(ierr, 'free')
    deallocate (g%u)
  end subroutine grid_free

  subroutine exchange_begin(g)
    type(grid_t), intent(inout) :: g
    integer :: side, ierr

    call MPI_Win_fence(0, g%win, ierr)
    call check(ierr, 'fence')
    do side = left, right
      if (g%peer(side) == MPI_PROC_NULL) cycle
      call MPI_Put(g%u(1, g%edge(side)), g%ny, MPI_DOUBLE_PRECISION, g%peer(side), g%place(side), & !@ A
                   g%ny, MPI_DOUBLE_PRECISION, g%win, ierr)
      call check(ierr, 'put')
    end do
  end subroutine exchange_begin

  subroutine exchange_end(g)
    type(grid_t), intent(inout) :: g
    integer :: ierr

    call MPI_Win_fence(0, g%win, ierr)
    call check(ierr, 'fence')
  end subroutine exchange_end

end module grid_module
