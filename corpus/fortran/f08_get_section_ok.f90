! Module mpi_f08, without error codes. A get scatters into the first row of a matrix by a vector datatype; an element of the second row
! is stored to meanwhile.
!@ expect: none
!@ twin: f08_get_section_race.f90

program f08_get_section
  use mpi_f08
  implicit none
  integer, parameter :: n = 10
  double precision :: window(n), a(n, n)
  type(MPI_Win) :: win
  type(MPI_Datatype) :: row
  integer :: rank, nproc, right
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc)
  right = modulo(rank + 1, nproc)
  window = dble(rank)
  a = 0.0d0
  bytes = 8 * n
  disp = 0
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Type_vector(n, 1, n, MPI_DOUBLE_PRECISION, row)
  call MPI_Type_commit(row)
  call MPI_Win_fence(0, win)
  call MPI_Get(a, 1, row, right, disp, n, MPI_DOUBLE_PRECISION, win)
  a(2, 4) = 1.0d0
  call MPI_Win_fence(0, win)
  call MPI_Type_free(row)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program f08_get_section
