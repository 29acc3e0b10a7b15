! An internal procedure is handed over: it uses the window of its host (Fortran 2018, 15.6.2.2, 19.5.1.4). It completes the put at each
! target, before the barrier behind which the target reads.
!@ expect: none
!@ twin: f08_internal_procedure_race.f90

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
  call MPI_Put(value, 1, MPI_INTEGER, modulo(rank + 1, nproc), 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
  call for_each(action, nproc)
  value = 0
  call MPI_Barrier(MPI_COMM_WORLD)
  print *, memory(1)
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Finalize()
contains
  subroutine complete(target)
    integer, intent(in) :: target
    call MPI_Win_flush(target, win)
  end subroutine
end program internal_procedure
