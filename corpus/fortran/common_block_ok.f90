! Two program units see one common block in different shapes: the elements before and behind the edge that a put reads are stored to.
!@ expect: none
!@ twin: common_block_race.f90

subroutine post_edge(win, right)
  implicit none
  include 'mpif.h'
  integer :: win, right, ierr
  integer(kind=MPI_ADDRESS_KIND) :: disp
  double precision :: low, edge(10), high
  common /halo/ low, edge, high
  disp = 0
  call MPI_Put(edge, 10, MPI_DOUBLE_PRECISION, right, disp, 10, MPI_DOUBLE_PRECISION, win, ierr)
end subroutine post_edge

program common_block
  implicit none
  include 'mpif.h'
  double precision :: all(12), window(10)
  common /halo/ all
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  all = 1.0d0
  bytes = 80
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  call post_edge(win, right)
  all(1) = 0.0d0
  all(12) = 0.0d0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program common_block
