! Module mpi for compilers that cannot read the installed one: the constants of mpif.h, with implicit interfaces.
module mpi
  implicit none
  include 'mpif.h'
end module mpi
