! A module buffer is filled again in the next iteration while the put of the last one may still read it. The attribute ASYNCHRONOUS keeps
! the compiler from moving code, it completes nothing (MPI 4.1, 19.1.17).
!@ expect: error RMA101 PUT STORE
!@ twin: f08_flush_local_ok.f90

module buffers
  use mpi_f08
  implicit none
  integer, parameter :: n = 16
  double precision, asynchronous :: buf(n)
  type(MPI_Win) :: win
contains
  subroutine ship(to, part)
    integer, intent(in) :: to, part
    integer(kind=MPI_ADDRESS_KIND) :: disp
    disp = n * (part - 1)
    buf = dble(part) !@ STORE
    call MPI_Put(buf, n, MPI_DOUBLE_PRECISION, to, disp, n, MPI_DOUBLE_PRECISION, win) !@ PUT
  end subroutine ship
end module buffers

program f08_flush_local
  use buffers
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  type(c_ptr) :: base
  double precision, pointer :: w(:, :)
  integer :: rank, nproc, part
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc)
  bytes = 8 * n * 3
  call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, w, [n, 3])
  call MPI_Win_lock_all(0, win)
  do part = 1, 3
    call ship(mod(rank + 1, nproc), part)
  end do
  call MPI_Win_unlock_all(win)
  call MPI_Barrier(MPI_COMM_WORLD)
  print *, w(1, 3)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program f08_flush_local
