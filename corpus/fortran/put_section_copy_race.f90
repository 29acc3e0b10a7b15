! A row of a matrix is a section with gaps. With the implicit interface of mpif.h the compiler hands a contiguous copy of it to
! the put and frees the copy when the call returns, while the put may still read it (MPI 4.1, 19.1.12).
!@ expect: error RMA402 PUT PUT
!@ twin: put_section_copy_ok.f90

program put_section_copy
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 16
  double precision :: window(n), a(n, n)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  bytes = 8 * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  a = dble(rank)
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(a(1, :), n, MPI_DOUBLE_PRECISION, right, disp, n, MPI_DOUBLE_PRECISION, win, ierr) !@ PUT
  call MPI_Win_fence(0, win, ierr)
  print *, window(1)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program put_section_copy
