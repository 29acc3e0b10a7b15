! PE 0 puts a value into a common block of PE 1, which prints it, by the Fortran interface of OpenSHMEM 1.3.
! The barrier stands behind the load (OpenSHMEM 1.6, 9.9.1).
!@ expect: error RMA201 A B
!@ twin: shmem_put_then_barrier.f90

program shmem_put_before_barrier
  implicit none
  integer, external :: shmem_my_pe
  integer(8) :: box, item
  integer :: me
  common /symmetric/ box
  call start_pes(0)
  me = shmem_my_pe()
  box = 0
  item = 7
  call shmem_barrier_all()
  if (me == 0) call shmem_put8(box, item, 1, 1) !@ A
  if (me == 1) print *, box !@ B
  call shmem_barrier_all()
end program shmem_put_before_barrier
