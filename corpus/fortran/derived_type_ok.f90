! One component of a variable of a derived type is put; the component behind it is stored to meanwhile.
!@ expect: none
!@ twin: derived_type_race.f90

module particles
  implicit none
  type :: particle
    double precision :: position(3)
    double precision :: velocity(3)
    integer :: id
  end type particle
  type(particle) :: mine(10)
end module particles

program derived_type
  use mpi
  use particles
  implicit none
  double precision :: window(3)
  integer :: rank, nproc, right, left, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  right = mod(rank + 1, nproc)
  left = mod(rank + nproc - 1, nproc)
  bytes = 24
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  mine(4)%position = 0.0d0
  mine(4)%velocity = 1.0d0
  mine(4)%id = rank
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(mine(4)%position, 3, MPI_DOUBLE_PRECISION, right, disp, 3, MPI_DOUBLE_PRECISION, win, ierr)
  mine(4)%velocity(1) = 5.0d0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program derived_type
