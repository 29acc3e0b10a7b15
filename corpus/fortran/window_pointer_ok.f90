! The memory of an allocated window is read through a Fortran pointer, behind a barrier that every process enters after the flush of its put.
!@ expect: none
!@ twin: window_pointer_race.f90

program window_pointer
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: n = 10
  type(c_ptr) :: base
  double precision, pointer :: w(:)
  double precision :: buf(n)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  bytes = 8 * n
  call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierr)
  call c_f_pointer(base, w, [n])
  buf = 1.0d0
  disp = 0
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Put(buf, n, MPI_DOUBLE_PRECISION, right, disp, n, MPI_DOUBLE_PRECISION, win, ierr)
  call MPI_Win_flush(right, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  print *, w(3)
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program window_pointer
