!mod$ v1 sum:5f122ef16786f71a
!need$ 91738b088433596c n mpi_f08
module panels_module
use mpi_f08,only:c_int
use mpi_f08,only:c_ptr
use mpi_f08,only:mpi_address_kind
use mpi_f08,only:mpi_comm
use mpi_f08,only:mpi_win
use mpi_f08,only:mpi_datatype
use mpi_f08,only:mpi_op
use mpi_f08,only:mpi_group
use mpi_f08,only:mpi_request
use mpi_f08,only:mpi_info
use mpi_f08,only:mpi_status
use mpi_f08,only:mpi_lock_exclusive
use mpi_f08,only:mpi_lock_shared
use mpi_f08,only:mpi_mode_nocheck
use mpi_f08,only:mpi_mode_noprecede
use mpi_f08,only:mpi_mode_nosucceed
use mpi_f08,only:mpi_mode_nostore
use mpi_f08,only:mpi_mode_noput
use mpi_f08,only:mpi_proc_null
use mpi_f08,only:mpi_any_source
use mpi_f08,only:mpi_any_tag
use mpi_f08,only:mpi_comm_world
use mpi_f08,only:mpi_comm_self
use mpi_f08,only:mpi_comm_null
use mpi_f08,only:mpi_info_null
use mpi_f08,only:mpi_sum
use mpi_f08,only:mpi_max
use mpi_f08,only:mpi_min
use mpi_f08,only:mpi_replace
use mpi_f08,only:mpi_no_op
use mpi_f08,only:mpi_integer
use mpi_f08,only:mpi_real
use mpi_f08,only:mpi_double_precision
use mpi_f08,only:mpi_integer8
use mpi_f08,only:mpi_real8
use mpi_f08,only:mpi_status_ignore
use mpi_f08,only:mpi_in_place
use mpi_f08,only:mpi_init_f08
use mpi_f08,only:mpi_finalize_f08
use mpi_f08,only:mpi_abort_f08
use mpi_f08,only:mpi_comm_rank_f08
use mpi_f08,only:mpi_comm_size_f08
use mpi_f08,only:mpi_comm_group_f08
use mpi_f08,only:mpi_group_incl_f08
use mpi_f08,only:mpi_group_free_f08
use mpi_f08,only:mpi_barrier_f08
use mpi_f08,only:mpi_bcast_f08ts
use mpi_f08,only:mpi_reduce_f08ts
use mpi_f08,only:mpi_allreduce_f08ts
use mpi_f08,only:mpi_send_f08ts
use mpi_f08,only:mpi_recv_f08ts
use mpi_f08,only:mpi_isend_f08ts
use mpi_f08,only:mpi_irecv_f08ts
use mpi_f08,only:mpi_wait_f08
use mpi_f08,only:mpi_waitall_f08
use mpi_f08,only:mpi_type_vector_f08
use mpi_f08,only:mpi_type_commit_f08
use mpi_f08,only:mpi_type_free_f08
use mpi_f08,only:mpi_win_create_f08ts
use mpi_f08,only:mpi_win_allocate_f08
use mpi_f08,only:mpi_win_free_f08
use mpi_f08,only:mpi_win_fence_f08
use mpi_f08,only:mpi_win_post_f08
use mpi_f08,only:mpi_win_start_f08
use mpi_f08,only:mpi_win_complete_f08
use mpi_f08,only:mpi_win_wait_f08
use mpi_f08,only:mpi_win_lock_f08
use mpi_f08,only:mpi_win_unlock_f08
use mpi_f08,only:mpi_win_lock_all_f08
use mpi_f08,only:mpi_win_unlock_all_f08
use mpi_f08,only:mpi_win_flush_f08
use mpi_f08,only:mpi_win_flush_all_f08
use mpi_f08,only:mpi_win_flush_local_f08
use mpi_f08,only:mpi_win_flush_local_all_f08
use mpi_f08,only:mpi_win_sync_f08
use mpi_f08,only:mpi_put_f08ts
use mpi_f08,only:mpi_get_f08ts
use mpi_f08,only:mpi_accumulate_f08ts
use mpi_f08,only:mpi_fetch_and_op_f08ts
use mpi_f08,only:mpi_compare_and_swap_f08ts
use mpi_f08,only:mpi_rput_f08ts
use mpi_f08,only:mpi_rget_f08ts
use mpi_f08,only:mpi_init
use mpi_f08,only:mpi_finalize
use mpi_f08,only:mpi_abort
use mpi_f08,only:mpi_comm_rank
use mpi_f08,only:mpi_comm_size
use mpi_f08,only:mpi_comm_group
use mpi_f08,only:mpi_group_incl
use mpi_f08,only:mpi_group_free
use mpi_f08,only:mpi_barrier
use mpi_f08,only:mpi_bcast
use mpi_f08,only:mpi_reduce
use mpi_f08,only:mpi_allreduce
use mpi_f08,only:mpi_send
use mpi_f08,only:mpi_recv
use mpi_f08,only:mpi_isend
use mpi_f08,only:mpi_irecv
use mpi_f08,only:mpi_wait
use mpi_f08,only:mpi_waitall
use mpi_f08,only:mpi_type_vector
use mpi_f08,only:mpi_type_commit
use mpi_f08,only:mpi_type_free
use mpi_f08,only:mpi_win_create
use mpi_f08,only:mpi_win_allocate
use mpi_f08,only:mpi_win_free
use mpi_f08,only:mpi_win_fence
use mpi_f08,only:mpi_win_post
use mpi_f08,only:mpi_win_start
use mpi_f08,only:mpi_win_complete
use mpi_f08,only:mpi_win_wait
use mpi_f08,only:mpi_win_lock
use mpi_f08,only:mpi_win_unlock
use mpi_f08,only:mpi_win_lock_all
use mpi_f08,only:mpi_win_unlock_all
use mpi_f08,only:mpi_win_flush
use mpi_f08,only:mpi_win_flush_all
use mpi_f08,only:mpi_win_flush_local
use mpi_f08,only:mpi_win_flush_local_all
use mpi_f08,only:mpi_win_sync
use mpi_f08,only:mpi_put
use mpi_f08,only:mpi_get
use mpi_f08,only:mpi_accumulate
use mpi_f08,only:mpi_fetch_and_op
use mpi_f08,only:mpi_compare_and_swap
use mpi_f08,only:mpi_rput
use mpi_f08,only:mpi_rget
private::c_int
private::c_ptr
private::mpi_address_kind
private::mpi_comm
private::mpi_win
private::mpi_datatype
private::mpi_op
private::mpi_group
private::mpi_request
private::mpi_info
private::mpi_status
private::mpi_lock_exclusive
private::mpi_lock_shared
private::mpi_mode_nocheck
private::mpi_mode_noprecede
private::mpi_mode_nosucceed
private::mpi_mode_nostore
private::mpi_mode_noput
private::mpi_proc_null
private::mpi_any_source
private::mpi_any_tag
private::mpi_comm_world
private::mpi_comm_self
private::mpi_comm_null
private::mpi_info_null
private::mpi_sum
private::mpi_max
private::mpi_min
private::mpi_replace
private::mpi_no_op
private::mpi_integer
private::mpi_real
private::mpi_double_precision
private::mpi_integer8
private::mpi_real8
private::mpi_status_ignore
private::mpi_in_place
private::mpi_init_f08
private::mpi_finalize_f08
private::mpi_abort_f08
private::mpi_comm_rank_f08
private::mpi_comm_size_f08
private::mpi_comm_group_f08
private::mpi_group_incl_f08
private::mpi_group_free_f08
private::mpi_barrier_f08
private::mpi_bcast_f08ts
private::mpi_reduce_f08ts
private::mpi_allreduce_f08ts
private::mpi_send_f08ts
private::mpi_recv_f08ts
private::mpi_isend_f08ts
private::mpi_irecv_f08ts
private::mpi_wait_f08
private::mpi_waitall_f08
private::mpi_type_vector_f08
private::mpi_type_commit_f08
private::mpi_type_free_f08
private::mpi_win_create_f08ts
private::mpi_win_allocate_f08
private::mpi_win_free_f08
private::mpi_win_fence_f08
private::mpi_win_post_f08
private::mpi_win_start_f08
private::mpi_win_complete_f08
private::mpi_win_wait_f08
private::mpi_win_lock_f08
private::mpi_win_unlock_f08
private::mpi_win_lock_all_f08
private::mpi_win_unlock_all_f08
private::mpi_win_flush_f08
private::mpi_win_flush_all_f08
private::mpi_win_flush_local_f08
private::mpi_win_flush_local_all_f08
private::mpi_win_sync_f08
private::mpi_put_f08ts
private::mpi_get_f08ts
private::mpi_accumulate_f08ts
private::mpi_fetch_and_op_f08ts
private::mpi_compare_and_swap_f08ts
private::mpi_rput_f08ts
private::mpi_rget_f08ts
private::mpi_init
private::mpi_finalize
private::mpi_abort
private::mpi_comm_rank
private::mpi_comm_size
private::mpi_comm_group
private::mpi_group_incl
private::mpi_group_free
private::mpi_barrier
private::mpi_bcast
private::mpi_reduce
private::mpi_allreduce
private::mpi_send
private::mpi_recv
private::mpi_isend
private::mpi_irecv
private::mpi_wait
private::mpi_waitall
private::mpi_type_vector
private::mpi_type_commit
private::mpi_type_free
private::mpi_win_create
private::mpi_win_allocate
private::mpi_win_free
private::mpi_win_fence
private::mpi_win_post
private::mpi_win_start
private::mpi_win_complete
private::mpi_win_wait
private::mpi_win_lock
private::mpi_win_unlock
private::mpi_win_lock_all
private::mpi_win_unlock_all
private::mpi_win_flush
private::mpi_win_flush_all
private::mpi_win_flush_local
private::mpi_win_flush_local_all
private::mpi_win_sync
private::mpi_put
private::mpi_get
private::mpi_accumulate
private::mpi_fetch_and_op
private::mpi_compare_and_swap
private::mpi_rput
private::mpi_rget
integer(4),parameter::dp=8_4
intrinsic::kind
private::kind
type::panels_t
type(mpi_comm)::comm
type(mpi_win)::win
integer(4)::rank
integer(4)::nproc
integer(4)::width
real(8),allocatable::own(:)
real(8),allocatable::buffer(:,:)
type(mpi_request)::request(1_8:2_8)
end type
private::owner_of
private::fetch
private::finish
private::weighted
contains
subroutine panels_create(p,comm,width)
type(panels_t),intent(inout)::p
type(mpi_comm),intent(in)::comm
integer(4),intent(in)::width
end
subroutine panels_free(p)
type(panels_t),intent(inout)::p
end
function owner_of(p,turn)
type(panels_t),intent(in)::p
integer(4),intent(in)::turn
integer(4)::owner_of
end
subroutine fetch(p,turn,slot)
type(panels_t),intent(inout)::p
integer(4),intent(in)::turn
integer(4),intent(in)::slot
end
subroutine finish(p,slot)
type(panels_t),intent(inout)::p
integer(4),intent(in)::slot
end
function weighted(p,slot,owner) result(total)
type(panels_t),intent(in)::p
integer(4),intent(in)::slot
integer(4),intent(in)::owner
real(8)::total
end
function panels_product(p) result(total)
type(panels_t),intent(inout)::p
real(8)::total
end
end
