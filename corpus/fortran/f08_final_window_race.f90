! As the twin, but nothing completes the put before the store to its buffer: the final procedure ends the epoch only later
! (MPI 4.1, 12.5.4; Fortran 2018, 7.5.6.3).
!@ expect: error RMA101 PUT STORE
!@ expect: error RMA101 LATER AGAIN
!@ twin: f08_final_window_ok.f90

module windows
  use mpi_f08
  implicit none
  type :: owner
    type(MPI_Win) :: win
  contains
    final :: free_window
  end type
  type, extends(owner) :: opened
  contains
    final :: end_epoch
  end type
  type :: field
    type(opened) :: part
  end type
  real(8), asynchronous :: memory
contains
  subroutine free_window(self)
    type(owner), intent(inout) :: self
    call MPI_Win_free(self%win)
  end subroutine
  subroutine end_epoch(self)
    type(opened), intent(inout) :: self
    call MPI_Win_unlock_all(self%win)
  end subroutine
  subroutine open_window(win)
    type(MPI_Win), intent(out) :: win
    call MPI_Win_create(memory, 8_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_SELF, win)
    call MPI_Win_lock_all(0, win)
  end subroutine
  subroutine local_variable()
    type(opened) :: mine
    real(8), asynchronous :: value
    value = 1
    call open_window(mine%win)
    call MPI_Put(value, 1, MPI_DOUBLE_PRECISION, 0, 0_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, mine%win) !@ PUT
    value = 2 !@ STORE
  end subroutine
  subroutine allocated_variable()
    type(field), allocatable :: mine
    real(8), asynchronous :: value
    allocate(mine)
    value = 3
    call open_window(mine%part%win)
    call MPI_Put(value, 1, MPI_DOUBLE_PRECISION, 0, 0_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, mine%part%win) !@ LATER
    value = 4 !@ AGAIN
    deallocate(mine)
  end subroutine
end module

program final_window
  use windows
  call MPI_Init()
  call local_variable()
  call allocated_variable()
  print *, memory
  call MPI_Finalize()
end program final_window
