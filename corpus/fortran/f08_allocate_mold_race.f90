! An array is allocated with the shape of another one (`mold=`, Fortran 2018, 9.7.1.2), filled, and put between two fences.
! The array is filled again before the fence completes the put (MPI 4.1, 12.7.3).
!@ expect: error RMA101 A B
!@ twin: f08_allocate_mold_ok.f90

program f08_allocate_mold_race
  use mpi_f08
  implicit none
  type(MPI_Win) :: win
  double precision, allocatable, asynchronous :: w(:), first(:), second(:)
  integer :: rank, nproc
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc)
  allocate (w(100))
  w = rank
  call MPI_Win_create(w, 800_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  allocate (first, mold=w)
  allocate (second, mold=w)
  first = 1
  second = 2
  call MPI_Win_fence(0, win)
  call MPI_Put(first, size(first), MPI_DOUBLE_PRECISION, mod(rank + 1, nproc), 0_MPI_ADDRESS_KIND, 100, & !@ A
    MPI_DOUBLE_PRECISION, win)
  first(100) = 3 !@ B
  call MPI_Win_fence(0, win)
  print *, w(1), first(100), second(100)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program f08_allocate_mold_race
