! As the twin, but the internal procedure completes the put at its origin only: the target may read before the put has arrived
! (MPI 4.1, 12.5.4).
!@ expect: error RMA201 PUT READ
!@ twin: f08_internal_procedure_ok.f90

module loops
  implicit none
  abstract interface
    subroutine body(target)
      integer, intent(in) :: target
    end subroutine
  end interface
contains
  subroutine for_each(action, count)
    procedure(body) :: action
    integer, intent(in) :: count
    integer :: target
    do target = 0, count - 1
      call action(target)
    end do
  end subroutine
end module

program internal_procedure
  use mpi_f08
  use loops
  implicit none
  type(MPI_Win) :: win
  integer, asynchronous :: memory(1), value
  integer :: rank, nproc
  procedure(body), pointer :: action
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc)
  call MPI_Win_create(memory, 4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_lock_all(0, win)
  value = rank
  action => complete
  call MPI_Put(value, 1, MPI_INTEGER, modulo(rank + 1, nproc), 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) !@ PUT
  call for_each(action, nproc)
  value = 0
  call MPI_Barrier(MPI_COMM_WORLD)
  print *, memory(1) !@ READ
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Finalize()
contains
  subroutine complete(target)
    integer, intent(in) :: target
    call MPI_Win_flush_local(target, win)
  end subroutine
end program internal_procedure
