! `move_alloc` moves an array to another one, whose elements a put still reads.
!
! The memory that the second array had is deallocated (Fortran 2018, 16.9.137) before the flush (MPI 4.1, 12.5.4).
!@ expect: error RMA402 A B
!@ twin: move_alloc_pending_ok.f90
module tables
  use mpi_f08
  implicit none
contains
  subroutine exchange(win, right)
    type(MPI_Win) :: win
    integer :: right
    integer, allocatable :: old(:), new(:)
    allocate (old(8), new(8))
    old = 3
    new = 4
    call MPI_Put(old, 8, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 8, MPI_INTEGER, win) !@ A
    call move_alloc(new, old) !@ B
    call MPI_Win_flush(right, win)
    if (old(1) < 0) call MPI_Abort(MPI_COMM_WORLD, 1)
  end subroutine exchange
end module tables

program main
  use tables
  implicit none
  integer :: cells(8), rank, procs
  type(MPI_Win) :: win
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, procs)
  call MPI_Win_create(cells, 32_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_lock_all(0, win)
  call exchange(win, mod(rank + 1, procs))
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program main
