! Dynamic load balancing, module mpi_f08: the next task is a number that MPI_Fetch_and_op draws from a counter of rank 0; the result of a
! task is put into a table of rank 0, at the number of the task. When all are done, rank 0 prints the table.
!
! Numbers drawn from the counter are different, so no two puts meet. Each number is flushed before it is used, and flush_local lets the
! variable of the result be used again (MPI 4.1, 12.5.4).
!
! The race: a process enters the barrier with no more than flush_local behind its puts, which says nothing of the target (12.5.4). Rank 0
! reads the table while a put is pending. Which task it is, and whether there is one, was fetched: a warning. From one process.
!@ expect: warning RMA201 PUT LOAD
!@ twin: results_by_ticket_ok.f90

module table_module
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  private
  public :: table_t, table_create, table_free, table_draw, table_store, table_settle, table_summary, dp

  integer, parameter :: dp = kind(1.0d0)
  integer, parameter :: keeper = 0

  type table_t
    type(MPI_Comm) :: comm
    type(MPI_Win) :: counter_win, result_win
    integer :: rank, nproc, tasks
    integer, pointer :: counter(:) => null()
    real(dp), pointer :: results(:) => null()
  end type table_t

contains

  subroutine table_create(t, comm, tasks)
    type(table_t), intent(inout) :: t
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: tasks
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    type(c_ptr) :: base

    t%comm = comm
    t%tasks = tasks
    call MPI_Comm_rank(comm, t%rank)
    call MPI_Comm_size(comm, t%nproc)
    bytes = 0
    if (t%rank == keeper) bytes = 4
    call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, comm, base, t%counter_win)
    if (t%rank == keeper) call c_f_pointer(base, t%counter, [1])
    bytes = 0
    if (t%rank == keeper) bytes = int(tasks, MPI_ADDRESS_KIND) * 8
    call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, comm, base, t%result_win)
    if (t%rank == keeper) call c_f_pointer(base, t%results, [tasks])
    if (t%rank == keeper) then
      t%counter(1) = 0
      t%results = 0.0_dp
    end if
    call MPI_Barrier(comm)
    call MPI_Win_lock_all(0, t%counter_win)
    call MPI_Win_lock_all(0, t%result_win)
  end subroutine table_create

  subroutine table_free(t)
    type(table_t), intent(inout) :: t

    call MPI_Win_unlock_all(t%result_win)
    call MPI_Win_unlock_all(t%counter_win)
    call MPI_Win_free(t%result_win)
    call MPI_Win_free(t%counter_win)
  end subroutine table_free

  ! The number of the next task, from 0; not less than the number of tasks if there is none.
  integer function table_draw(t)
    type(table_t), intent(in) :: t
    integer(kind=MPI_ADDRESS_KIND) :: disp
    integer :: one, ticket

    disp = 0
    one = 1
    ticket = 0
    call MPI_Fetch_and_op(one, ticket, MPI_INTEGER, keeper, disp, MPI_SUM, t%counter_win)
    call MPI_Win_flush(keeper, t%counter_win)
    table_draw = ticket
  end function table_draw

  subroutine table_store(t, task, value)
    type(table_t), intent(in) :: t
    integer, intent(in) :: task
    real(dp), intent(in) :: value
    integer(kind=MPI_ADDRESS_KIND) :: disp

    disp = task
    call MPI_Put(value, 1, MPI_DOUBLE_PRECISION, keeper, disp, 1, MPI_DOUBLE_PRECISION, t%result_win) !@ PUT
    call MPI_Win_flush_local(keeper, t%result_win)
  end subroutine table_store

  ! All results of all processes are in the table afterwards.
  subroutine table_settle(t)
    type(table_t), intent(in) :: t

    call MPI_Barrier(t%comm)
  end subroutine table_settle

  subroutine table_summary(t)
    type(table_t), intent(in) :: t
    real(dp) :: total
    integer :: i

    if (t%rank /= keeper) return
    total = 0.0_dp
    do i = 1, t%tasks
      total = total + t%results(i) !@ LOAD
    end do
    print '(i0, a, es14.6)', t%tasks, ' tasks, sum ', total
  end subroutine table_summary

end module table_module

program results_by_ticket
  use mpi_f08
  use table_module
  implicit none
  type(table_t) :: table
  character(len=32) :: text
  integer :: tasks, task, done, ierr
  real(dp) :: value

  call MPI_Init()
  tasks = 500
  if (command_argument_count() >= 1) then
    call get_command_argument(1, text)
    read (text, *, iostat=ierr) tasks
    if (ierr /= 0) tasks = 0
  end if
  if (tasks < 1 .or. tasks > 10000000) then
    print *, 'usage: results [tasks]'
    call MPI_Abort(MPI_COMM_WORLD, 1)
  end if

  call table_create(table, MPI_COMM_WORLD, tasks)
  done = 0
  do
    task = table_draw(table)
    if (task >= tasks) exit
    value = integral(task)
    call table_store(table, task, value)
    done = done + 1
  end do
  call table_settle(table)
  call table_summary(table)
  print '(a, i0, a, i0, a)', 'process ', table%rank, ' did ', done, ' tasks'
  call table_free(table)
  call MPI_Finalize()

contains

  ! Of a function with as many oscillations as the number of the task says.
  function integral(number) result(area)
    integer, intent(in) :: number
    real(dp) :: area, x
    integer :: i, points

    points = 1000 * (1 + mod(number, 13))
    area = 0.0_dp
    do i = 1, points
      x = (i - 0.5_dp) / points
      area = area + sin(number * x) ** 2 / points
    end do
  end function integral

end program results_by_ticket
