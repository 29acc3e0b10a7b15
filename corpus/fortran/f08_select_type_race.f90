! As the twin, but the block for one type reads the result of the get before the get is complete (MPI 4.1, 12.5.4).
!@ expect: error RMA102 GET READ
!@ twin: f08_select_type_ok.f90

module tests
  use mpi_f08
  implicit none
  type :: test
    integer :: count = 1
  end type
  type, extends(test) :: reading
  end type
  type, extends(reading) :: checked_reading
  end type
  type, extends(test) :: writing
  end type
  type(MPI_Win) :: win
  real(8), asynchronous :: memory, result, value
contains
  subroutine run(t)
    class(test), intent(in) :: t
    call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win)
    select type (t)
    class is (reading)
      call MPI_Get(result, t%count, MPI_DOUBLE_PRECISION, 0, 0_MPI_ADDRESS_KIND, t%count, MPI_DOUBLE_PRECISION, win) !@ GET
      value = result !@ READ
      if (extends_type_of(t, checked_reading())) call check()
    type is (writing)
      call MPI_Put(value, t%count, MPI_DOUBLE_PRECISION, 0, 0_MPI_ADDRESS_KIND, t%count, MPI_DOUBLE_PRECISION, win)
    class default
      value = 0
    end select
    call MPI_Win_unlock(0, win)
  end subroutine
  subroutine check()
    if (value /= 1) print *, 'wrong'
  end subroutine
end module

program select_type
  use tests
  implicit none
  type(checked_reading) :: first
  type(writing) :: second
  call MPI_Init()
  memory = 1
  call MPI_Win_create(memory, 8_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_SELF, win)
  call run(first)
  value = 1
  call run(second)
  value = 2
  call MPI_Win_free(win)
  call MPI_Finalize()
end program select_type
