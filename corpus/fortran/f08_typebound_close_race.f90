! As the twin, but the type binds `close` to a procedure that flushes nothing and leaves the epoch open until the last turn: the
! buffer of the put is stored to while it is pending (MPI 4.1, 12.5.3).
!@ expect: error RMA101 PUT STORE
!@ expect: error RMA203 PUT PUT
!@ twin: f08_typebound_close_ok.f90

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
  allocate(all_the_time :: e)
  call MPI_Win_create(memory, 8_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_SELF, e%win)
  call MPI_Win_lock_all(0, e%win)
  do turn = 1, 4
    value = turn !@ STORE
    call e%open()
    call MPI_Put(value, 1, MPI_DOUBLE_PRECISION, 0, 0_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, e%win) !@ PUT
    call e%close()
  end do
  call MPI_Win_unlock_all(e%win)
  call MPI_Win_free(e%win)
  call MPI_Finalize()
end program typebound_close
