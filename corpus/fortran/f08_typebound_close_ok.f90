! A polymorphic variable closes the epoch: what `close` is bound to in the type of the variable unlocks, and the put is complete
! before its buffer is stored to again (MPI 4.1, 12.5.3; Fortran 2018, 7.5.5).
!@ expect: none
!@ twin: f08_typebound_close_race.f90

module epochs
  use mpi_f08
  implicit none
  type, abstract :: epoch
    type(MPI_Win) :: win
    integer :: target = 0
  contains
    procedure(operation), deferred :: open
    procedure(operation), deferred :: close
  end type
  abstract interface
    subroutine operation(self)
      import epoch
      class(epoch), intent(inout) :: self
    end subroutine
  end interface
  type, extends(epoch) :: each_time
  contains
    procedure :: open => lock_target
    procedure :: close => unlock_target
  end type
  type, extends(epoch) :: all_the_time
  contains
    procedure :: open => nothing
    procedure :: close => nothing
  end type
contains
  subroutine lock_target(self)
    class(each_time), intent(inout) :: self
    call MPI_Win_lock(MPI_LOCK_SHARED, self%target, 0, self%win)
  end subroutine
  subroutine unlock_target(self)
    class(each_time), intent(inout) :: self
    call MPI_Win_unlock(self%target, self%win)
  end subroutine
  subroutine nothing(self)
    class(all_the_time), intent(inout) :: self
    self%target = self%target
  end subroutine
end module

program typebound_close
  use epochs
  implicit none
  class(epoch), allocatable :: e
  real(8), asynchronous :: memory, value
  integer :: turn
  call MPI_Init()
  allocate(each_time :: e)
  call MPI_Win_create(memory, 8_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_SELF, e%win)
  do turn = 1, 4
    value = turn
    call e%open()
    call MPI_Put(value, 1, MPI_DOUBLE_PRECISION, 0, 0_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, e%win)
    call e%close()
  end do
  call MPI_Win_free(e%win)
  call MPI_Finalize()
end program typebound_close
