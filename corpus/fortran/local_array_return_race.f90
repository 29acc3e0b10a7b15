! A local array goes out of scope where the subroutine returns, while the put may still read it.
!@ expect: error RMA401 PUT END
!@ twin: local_array_return_ok.f90

module exchange
  use mpi
  implicit none
  integer :: win, right
contains
  subroutine send()
    double precision :: buf(8)
    integer(kind=MPI_ADDRESS_KIND) :: disp
    integer :: ierr, i
    do i = 1, 8
      buf(i) = dble(i)
    end do
    disp = 0
    call MPI_Put(buf, 8, MPI_DOUBLE_PRECISION, right, disp, 8, MPI_DOUBLE_PRECISION, win, ierr) !@ PUT
  end subroutine send !@ END
end module exchange

program local_array_return
  use exchange
  implicit none
  double precision :: window(8)
  integer :: rank, nproc, ierr
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = modulo(rank + 1, nproc)
  bytes = 64
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call send()
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program local_array_return
