! Two puts with requests. The buffer is stored to behind the wait that completes both at their origin.
!@ expect: none
!@ twin: rput_waitall_race.f90

program rput_waitall
  use mpi
  implicit none
  integer, parameter :: n = 8
  double precision :: window(2 * n), buf(n, 2)
  integer :: requests(2), j
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  bytes = 16 * n
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  buf = dble(rank)
  call MPI_Win_lock_all(0, win, ierr)
  do j = 1, 2
    disp = n * (j - 1)
    call MPI_Rput(buf(1, j), n, MPI_DOUBLE_PRECISION, right, disp, n, MPI_DOUBLE_PRECISION, win, requests(j), ierr)
  end do
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
  buf(3, 2) = 0.0d0
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program rput_waitall
