! Waves in a closed basin: the linear shallow-water equations on a grid of processes.
program shallow
  use mpi
  use kinds, only: dp
  use options, only: run_options, read_options, check_options
  use decomposition, only: block, decompose, release
  use fields, only: allocate_fields, initial_state, swap_fields, free_fields, closed_shores
  use halo, only: open_halo, exchange_halo, close_halo
  use dynamics, only: time_step_length, momentum, continuity
  use diagnostics, only: summary, diagnose, print_summary, deepest_water
  use collect, only: open_collection, collect_elevation, root_mean_square, close_collection
  use probes, only: place_probes, record_probes, report_probes, remove_probes
  implicit none

  type(run_options) :: opts
  type(block) :: own
  type(summary) :: total
  real(dp) :: dt, deepest, started, finished
  integer :: step, nproc, ierr

  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  call read_options(opts)
  call check_options(opts, nproc)
  call decompose(opts%nx, opts%ny, own)
  call allocate_fields(own)
  call initial_state(own, opts)
  call open_halo(own)
  call open_collection(own)
  call place_probes(own, opts)

  call deepest_water(own, deepest)
  dt = time_step_length(opts%spacing, deepest)
  call record_probes(own, 0)
  started = MPI_Wtime()
  do step = 1, opts%steps
    call exchange_halo(own)
    call closed_shores(own)
    call momentum(own, opts%spacing, dt)
    call continuity(own, opts%spacing, dt)
    call swap_fields(own)
    call record_probes(own, step)
    if (mod(step, opts%every) == 0) then
      call diagnose(own, opts%spacing, total)
      call print_summary(own, step, step * dt, total)
      call collect_elevation(own)
      call print_mean()
    end if
  end do
  finished = MPI_Wtime()
  if (own%rank == 0) print '(a,f8.3,a)', 'time steps took ', finished - started, ' s'
  call report_probes(own)

  call remove_probes()
  call close_collection()
  call close_halo()
  call free_fields()
  call release(own)
  call MPI_Finalize(ierr)

contains

  subroutine print_mean()
    real(dp) :: mean

    mean = root_mean_square(own, opts%nx * opts%ny)
    if (own%rank == 0) print '(a,f10.6)', 'root mean square of the elevation ', mean
  end subroutine print_mean

end program shallow
