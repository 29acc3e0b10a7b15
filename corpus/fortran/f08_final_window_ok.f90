! A variable of a type with a final procedure owns a window: where the variable ceases to exist, the final procedure ends the epoch and
! frees the window (Fortran 2018, 7.5.6.3). The final procedure of the type that it extends comes after its own, and that of a
! component before it (7.5.6.2). Each put is complete before its buffer is stored to.
!@ expect: none
!@ twin: f08_final_window_race.f90

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
    call MPI_Put(value, 1, MPI_DOUBLE_PRECISION, 0, 0_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, mine%win)
    call MPI_Win_flush_local(0, mine%win)
    value = 2
  end subroutine
  subroutine allocated_variable()
    type(field), allocatable :: mine
    real(8), asynchronous :: value
    allocate(mine)
    value = 3
    call open_window(mine%part%win)
    call MPI_Put(value, 1, MPI_DOUBLE_PRECISION, 0, 0_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, mine%part%win)
    deallocate(mine)
    value = 4
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
