! Internal procedures share the arrays of their host. One stores to the array that a get of the other one writes to.
!@ expect: error RMA103 GET STORE
!@ twin: host_association_ok.f90

program host_association
  use mpi
  implicit none
  integer, parameter :: n = 12
  double precision :: window(n), halo(n)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  window = 1.0d0
  bytes = 8 * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  call fetch()
  call reset()
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
contains
  subroutine fetch()
    disp = 0
    call MPI_Get(halo, n, MPI_DOUBLE_PRECISION, left, disp, n, MPI_DOUBLE_PRECISION, win, ierr) !@ GET
  end subroutine fetch
  subroutine reset()
    integer :: i
    do i = 1, n
      halo(i) = 0.0d0 !@ STORE
    end do
  end subroutine reset
end program host_association
