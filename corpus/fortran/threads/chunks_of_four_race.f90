! A loop in chunks of four iterations fills the next element and puts its own.
!
! The last iteration of a chunk stores to the first element of the next chunk, which another thread puts
! (OpenMP 5.2, 11.5.3; MPI 4.1, 12.3).
!@ expect: error RMA101 PUT STORE
!@ twin: chunks_of_four_ok.f90

program chunks_of_four_race
  use mpi
  implicit none
  integer, parameter :: n = 64
  integer, save :: mem(n)
  integer :: buf(n + 1)
  integer :: ierr, rank, nproc, right, provided, i, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  bytes = 4 * n
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$omp parallel do schedule(static, 4) private(disp, ierr)
  do i = 1, n
     buf(i + 1) = i !@ STORE
     disp = i - 1
     call MPI_Put(buf(i), 1, MPI_INTEGER, right, disp, 1, MPI_INTEGER, win, ierr) !@ PUT
  end do
  !$omp end parallel do
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
