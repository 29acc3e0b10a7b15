! As the twin, but the put is completed behind the barrier: the target reads while it may still be written to (MPI 4.1, 12.7).
!@ expect: error RMA201 PUT READ
!@ twin: f08_class_pointer_ok.f90

module transports
  use mpi_f08
  implicit none
  type, abstract :: transport
    type(MPI_Win) :: win
    integer :: target = 0
  contains
    procedure(completion), deferred :: complete
  end type
  abstract interface
    subroutine completion(self)
      import transport
      class(transport), intent(in) :: self
    end subroutine
  end interface
  type, extends(transport) :: flushing
  contains
    procedure :: complete => flush
  end type
contains
  subroutine flush(self)
    class(flushing), intent(in) :: self
    call MPI_Win_flush(self%target, self%win)
  end subroutine
end module

program class_pointer
  use transports
  implicit none
  type(flushing), target :: variable
  class(transport), pointer :: t
  integer, asynchronous :: memory(4), value
  integer :: rank, nproc
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc)
  memory = 0
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, variable%win)
  variable%target = modulo(rank + 1, nproc)
  t => variable
  call MPI_Win_lock_all(0, t%win)
  call MPI_Barrier(MPI_COMM_WORLD)
  value = rank
  call MPI_Put(value, 1, MPI_INTEGER, t%target, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, t%win) !@ PUT
  call MPI_Barrier(MPI_COMM_WORLD)
  call t%complete()
  print *, memory(1) !@ READ
  call MPI_Win_unlock_all(t%win)
  call MPI_Win_free(t%win)
  call MPI_Finalize()
end program class_pointer
