/*
 * Declarations of the Global Address Space Programming Interface (GASPI), version 17.1, for the corpus.
 *
 * Written from the text of the specification, so that programs compile to bitcode where no implementation is
 * installed. Nothing here is meant to be linked. The specification leaves the widths of most types to the
 * implementation; those below are the ones in use. Error codes, members of the configuration and limits that the
 * implementation GPI-2 adds have its names and values.
 */
#ifndef GASPI_H
#define GASPI_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Types (section 4). */
typedef int gaspi_int;
typedef unsigned int gaspi_uint;
typedef char gaspi_char;
typedef unsigned char gaspi_uchar;
typedef short gaspi_short;
typedef unsigned short gaspi_ushort;
typedef long gaspi_long;
typedef unsigned long gaspi_ulong;
typedef float gaspi_float;
typedef double gaspi_double;

typedef unsigned long gaspi_timeout_t;
typedef unsigned short gaspi_rank_t;
typedef unsigned char gaspi_group_t;
typedef unsigned int gaspi_number_t;
typedef void *gaspi_pointer_t;
typedef const void *gaspi_const_pointer_t;
typedef int gaspi_memory_description_t;
typedef unsigned long gaspi_alloc_t;
typedef unsigned char gaspi_segment_id_t;
typedef unsigned long gaspi_offset_t;
typedef unsigned long gaspi_size_t;
typedef unsigned char gaspi_queue_id_t;
typedef unsigned short gaspi_notification_id_t;
typedef unsigned int gaspi_notification_t;
typedef unsigned long gaspi_atomic_value_t;
typedef unsigned long gaspi_cycles_t;
typedef double gaspi_time_t;
typedef char *gaspi_string_t;
typedef unsigned char *gaspi_state_vector_t;
typedef void *gaspi_state_t;
typedef void *gaspi_reduce_state_t;
typedef unsigned int gaspi_statistic_counter_t;

typedef enum {
    GASPI_ERROR = -1,
    GASPI_SUCCESS = 0,
    GASPI_TIMEOUT = 1,
    GASPI_ERR_EMFILE = 2,
    GASPI_ERR_ENV = 3,
    GASPI_ERR_SN_PORT = 4,
    GASPI_ERR_CONFIG = 5,
    GASPI_ERR_NOINIT = 6,
    GASPI_ERR_INITED = 7,
    GASPI_ERR_NULLPTR = 8,
    GASPI_ERR_INV_SEGSIZE = 9,
    GASPI_ERR_INV_SEG = 10,
    GASPI_ERR_INV_GROUP = 11,
    GASPI_ERR_INV_RANK = 12,
    GASPI_ERR_INV_QUEUE = 13,
    GASPI_ERR_INV_LOC_OFF = 14,
    GASPI_ERR_INV_REM_OFF = 15,
    GASPI_ERR_INV_COMMSIZE = 16,
    GASPI_ERR_INV_NOTIF_VAL = 17,
    GASPI_ERR_INV_NOTIF_ID = 18,
    GASPI_ERR_INV_NUM = 19,
    GASPI_ERR_INV_SIZE = 20,
    GASPI_ERR_MANY_SEG = 21,
    GASPI_ERR_MANY_GRP = 22,
    GASPI_QUEUE_FULL = 23,
    GASPI_ERR_MANY_Q_REQS = GASPI_QUEUE_FULL, /* its name before */
    GASPI_ERR_UNALIGN_OFF = 24,
    GASPI_ERR_ACTIVE_COLL = 25,
    GASPI_ERR_DEVICE = 26,
    GASPI_ERR_SN = 27,
    GASPI_ERR_MEMALLOC = 28
} gaspi_return_t;
typedef enum { GASPI_OP_MIN = 0, GASPI_OP_MAX = 1, GASPI_OP_SUM = 2 } gaspi_operation_t;
typedef enum {
    GASPI_TYPE_INT = 0,
    GASPI_TYPE_UINT = 1,
    GASPI_TYPE_FLOAT = 2,
    GASPI_TYPE_DOUBLE = 3,
    GASPI_TYPE_LONG = 4,
    GASPI_TYPE_ULONG = 5
} gaspi_datatype_t;
typedef enum { GASPI_STATE_HEALTHY = 0, GASPI_STATE_CORRUPT = 1 } gaspi_qp_state_t;
typedef enum {
    GASPI_IB = 0,
    GASPI_ROCE = 1,
    GASPI_ETHERNET = 2,
    GASPI_GEMINI = 3,
    GASPI_ARIES = 4
} gaspi_network_t;
typedef enum {
    GASPI_TOPOLOGY_NONE = 0,
    GASPI_TOPOLOGY_STATIC = 1,
    GASPI_TOPOLOGY_DYNAMIC = 2
} gaspi_topology_t;
typedef enum { GASPI_STATISTIC_ARGUMENT_NONE = 0, GASPI_STATISTIC_ARGUMENT_RANK = 1 } gaspi_statistic_argument_t;

/* Constants (section 4). */
#define GASPI_BLOCK ((gaspi_timeout_t)0xffffffffffffffffUL)
#define GASPI_TEST ((gaspi_timeout_t)0)
#define GASPI_GROUP_ALL ((gaspi_group_t)0)
#define GASPI_MEM_UNINITIALIZED ((gaspi_alloc_t)0)
#define GASPI_MEM_INITIALIZED ((gaspi_alloc_t)1)
#define GASPI_MEM_GPU ((gaspi_alloc_t)2)
#define GASPI_ALLOC_DEFAULT GASPI_MEM_UNINITIALIZED

#define GASPI_MAJOR_VERSION 17
#define GASPI_MINOR_VERSION 1
#define GASPI_REVISION 0
#define GASPI_MAX_NODES 65536
#define GASPI_MAX_GROUPS 32
#define GASPI_MAX_MSEGS 32
#define GASPI_MAX_QP 16
#define GASPI_MAX_QSIZE 4096
#define GASPI_MAX_TSIZE_C ((1UL << 31) - 1UL)
#define GASPI_MAX_TSIZE_P ((1UL << 16) - 1UL)
#define GASPI_MAX_NOTIFICATION 65536

/* The configuration structure (section 5.2). */
typedef struct {
    gaspi_network_t network_type;
    struct {
        struct {
            gaspi_int netdev_id;
            gaspi_uint mtu;
            gaspi_uint port_check;
        } ib;
        struct {
            gaspi_uint port;
        } tcp;
    } params;
} gaspi_dev_config_t;

typedef struct gaspi_config {
    /* Members of GPI-2, the last four of versions before 1.4 */
    gaspi_uint logger;
    gaspi_uint sn_port;
    gaspi_uint net_info;
    gaspi_uint user_net;
    gaspi_int sn_persistent;
    gaspi_timeout_t sn_timeout;
    gaspi_dev_config_t dev_config;
    gaspi_int netdev_id;
    gaspi_uint mtu;
    gaspi_uint port_check;
    gaspi_uint queue_depth;

    /* Members of the specification */
    gaspi_network_t network;
    gaspi_uint queue_size_max;
    gaspi_uint queue_num;
    gaspi_number_t group_max;
    gaspi_number_t segment_max;
    gaspi_size_t transfer_size_max;
    gaspi_number_t notification_num;
    gaspi_number_t passive_queue_size_max;
    gaspi_size_t passive_transfer_size_max;
    gaspi_size_t allreduce_buf_size;
    gaspi_number_t allreduce_elem_max;
    gaspi_number_t rw_list_elem_max;
    gaspi_topology_t build_infrastructure;
    void *user_defined;
} gaspi_config_t;

typedef gaspi_return_t (*gaspi_reduce_operation_t)(gaspi_const_pointer_t operand_one, gaspi_const_pointer_t operand_two,
                                                   gaspi_pointer_t result, gaspi_reduce_state_t state,
                                                   gaspi_number_t num, gaspi_size_t element_size,
                                                   gaspi_timeout_t timeout_ms);

/* Execution model (section 5). */
gaspi_return_t gaspi_config_get(gaspi_config_t *config);
gaspi_return_t gaspi_config_set(const gaspi_config_t config);
gaspi_return_t gaspi_proc_init(gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_initialized(gaspi_number_t *initialized);
gaspi_return_t gaspi_proc_num(gaspi_rank_t *proc_num);
gaspi_return_t gaspi_proc_rank(gaspi_rank_t *rank);
gaspi_return_t gaspi_proc_term(gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_proc_kill(gaspi_rank_t rank, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_connect(gaspi_rank_t rank, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_disconnect(gaspi_rank_t rank, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_state_vec_get(gaspi_state_vector_t state_vector);

/* Groups (section 6). */
gaspi_return_t gaspi_group_create(gaspi_group_t *group);
gaspi_return_t gaspi_group_add(gaspi_group_t group, gaspi_rank_t rank);
gaspi_return_t gaspi_group_commit(gaspi_group_t group, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_group_delete(gaspi_group_t group);
gaspi_return_t gaspi_group_num(gaspi_number_t *group_num);
gaspi_return_t gaspi_group_size(gaspi_group_t group, gaspi_number_t *group_size);
gaspi_return_t gaspi_group_ranks(gaspi_group_t group, gaspi_rank_t *group_ranks);
gaspi_return_t gaspi_group_max(gaspi_number_t *group_max);

/* Segments (section 7). */
gaspi_return_t gaspi_segment_alloc(gaspi_segment_id_t segment_id, gaspi_size_t size, gaspi_alloc_t alloc_policy);
gaspi_return_t gaspi_segment_register(gaspi_segment_id_t segment_id, gaspi_rank_t rank, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_segment_create(gaspi_segment_id_t segment_id, gaspi_size_t size, gaspi_group_t group,
                                    gaspi_timeout_t timeout_ms, gaspi_alloc_t alloc_policy);
gaspi_return_t gaspi_segment_bind(gaspi_segment_id_t segment_id, gaspi_pointer_t pointer, gaspi_size_t size,
                                  gaspi_memory_description_t memory_description);
gaspi_return_t gaspi_segment_use(gaspi_segment_id_t segment_id, gaspi_pointer_t pointer, gaspi_size_t size,
                                 gaspi_group_t group, gaspi_timeout_t timeout_ms,
                                 gaspi_memory_description_t memory_description);
gaspi_return_t gaspi_segment_delete(gaspi_segment_id_t segment_id);
gaspi_return_t gaspi_segment_num(gaspi_number_t *segment_num);
gaspi_return_t gaspi_segment_list(gaspi_number_t num, gaspi_segment_id_t *segment_id_list);
gaspi_return_t gaspi_segment_ptr(gaspi_segment_id_t segment_id, gaspi_pointer_t *pointer);
gaspi_return_t gaspi_segment_max(gaspi_number_t *segment_max);

/* One-sided communication (section 8). */
gaspi_return_t gaspi_write(gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t rank,
                           gaspi_segment_id_t segment_id_remote, gaspi_offset_t offset_remote, gaspi_size_t size,
                           gaspi_queue_id_t queue, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_read(gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t rank,
                          gaspi_segment_id_t segment_id_remote, gaspi_offset_t offset_remote, gaspi_size_t size,
                          gaspi_queue_id_t queue, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_wait(gaspi_queue_id_t queue, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_notify(gaspi_segment_id_t segment_id, gaspi_rank_t rank, gaspi_notification_id_t notification_id,
                            gaspi_notification_t notification_value, gaspi_queue_id_t queue,
                            gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_notify_waitsome(gaspi_segment_id_t segment_id, gaspi_notification_id_t notification_begin,
                                     gaspi_number_t num, gaspi_notification_id_t *first_id,
                                     gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_notify_reset(gaspi_segment_id_t segment_id, gaspi_notification_id_t notification_id,
                                  gaspi_notification_t *old_notification_val);
gaspi_return_t gaspi_write_notify(gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t rank,
                                  gaspi_segment_id_t segment_id_remote, gaspi_offset_t offset_remote,
                                  gaspi_size_t size, gaspi_notification_id_t notification_id,
                                  gaspi_notification_t notification_value, gaspi_queue_id_t queue,
                                  gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_write_list(gaspi_number_t num, gaspi_segment_id_t *segment_id_local, gaspi_offset_t *offset_local,
                                gaspi_rank_t rank, gaspi_segment_id_t *segment_id_remote, gaspi_offset_t *offset_remote,
                                gaspi_size_t *size, gaspi_queue_id_t queue, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_write_list_notify(gaspi_number_t num, gaspi_segment_id_t *segment_id_local,
                                       gaspi_offset_t *offset_local, gaspi_rank_t rank,
                                       gaspi_segment_id_t *segment_id_remote, gaspi_offset_t *offset_remote,
                                       gaspi_size_t *size, gaspi_segment_id_t segment_id_notification,
                                       gaspi_notification_id_t notification_id, gaspi_notification_t notification_value,
                                       gaspi_queue_id_t queue, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_read_list(gaspi_number_t num, gaspi_segment_id_t *segment_id_local, gaspi_offset_t *offset_local,
                               gaspi_rank_t rank, gaspi_segment_id_t *segment_id_remote, gaspi_offset_t *offset_remote,
                               gaspi_size_t *size, gaspi_queue_id_t queue, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_read_notify(gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t rank,
                                 gaspi_segment_id_t segment_id_remote, gaspi_offset_t offset_remote, gaspi_size_t size,
                                 gaspi_notification_id_t notification_id, gaspi_queue_id_t queue,
                                 gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_read_list_notify(gaspi_number_t num, gaspi_segment_id_t *segment_id_local,
                                      gaspi_offset_t *offset_local, gaspi_rank_t rank,
                                      gaspi_segment_id_t *segment_id_remote, gaspi_offset_t *offset_remote,
                                      gaspi_size_t *size, gaspi_segment_id_t segment_id_notification,
                                      gaspi_notification_id_t notification_id, gaspi_queue_id_t queue,
                                      gaspi_timeout_t timeout_ms);

/* Queues (section 8.4). */
gaspi_return_t gaspi_queue_create(gaspi_queue_id_t *queue, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_queue_delete(gaspi_queue_id_t queue);
gaspi_return_t gaspi_queue_size(gaspi_queue_id_t queue, gaspi_number_t *queue_size);
gaspi_return_t gaspi_queue_num(gaspi_number_t *queue_num);
gaspi_return_t gaspi_queue_max(gaspi_number_t *queue_max);
gaspi_return_t gaspi_queue_size_max(gaspi_number_t *queue_size_max);

/* Passive communication (section 9). */
gaspi_return_t gaspi_passive_send(gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t rank,
                                  gaspi_size_t size, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_passive_receive(gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local,
                                     gaspi_rank_t *rank, gaspi_size_t size, gaspi_timeout_t timeout_ms);

/* Global atomics (section 10). */
gaspi_return_t gaspi_atomic_fetch_add(gaspi_segment_id_t segment_id, gaspi_offset_t offset, gaspi_rank_t rank,
                                      gaspi_atomic_value_t val_add, gaspi_atomic_value_t *val_old,
                                      gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_atomic_compare_swap(gaspi_segment_id_t segment_id, gaspi_offset_t offset, gaspi_rank_t rank,
                                         gaspi_atomic_value_t comparator, gaspi_atomic_value_t val_new,
                                         gaspi_atomic_value_t *val_old, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_atomic_max(gaspi_atomic_value_t *max_value);

/* Collective communication (section 11). */
gaspi_return_t gaspi_barrier(gaspi_group_t group, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_allreduce(gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive, gaspi_number_t num,
                               gaspi_operation_t operation, gaspi_datatype_t datatype, gaspi_group_t group,
                               gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_allreduce_user(gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive,
                                    gaspi_number_t num, gaspi_size_t element_size,
                                    gaspi_reduce_operation_t reduce_operation, gaspi_reduce_state_t reduce_state,
                                    gaspi_group_t group, gaspi_timeout_t timeout_ms);

/* Getter functions (section 12). */
gaspi_return_t gaspi_transfer_size_min(gaspi_size_t *transfer_size_min);
gaspi_return_t gaspi_transfer_size_max(gaspi_size_t *transfer_size_max);
gaspi_return_t gaspi_notification_num(gaspi_number_t *notification_num);
gaspi_return_t gaspi_passive_transfer_size_max(gaspi_size_t *passive_transfer_size_max);
gaspi_return_t gaspi_allreduce_buf_size(gaspi_size_t *buf_size);
gaspi_return_t gaspi_allreduce_elem_max(gaspi_number_t *elem_max);
gaspi_return_t gaspi_rw_list_elem_max(gaspi_number_t *elem_max);
gaspi_return_t gaspi_network_type(gaspi_network_t *network_type);
gaspi_return_t gaspi_build_infrastructure(gaspi_number_t *build_infrastructure);

/* Environment, errors and profiling (sections 13 and 14). */
gaspi_return_t gaspi_version(gaspi_float *version);
gaspi_return_t gaspi_time_get(gaspi_time_t *wtime);
gaspi_return_t gaspi_time_ticks(gaspi_cycles_t *ticks);
gaspi_return_t gaspi_error_message(gaspi_return_t error_code, gaspi_string_t *error_message);
gaspi_return_t gaspi_statistic_verbosity_level(gaspi_number_t verbosity_level);
gaspi_return_t gaspi_statistic_counter_max(gaspi_number_t *counter_max);
gaspi_return_t gaspi_statistic_counter_info(gaspi_statistic_counter_t counter,
                                            gaspi_statistic_argument_t *counter_argument, gaspi_string_t *counter_name,
                                            gaspi_string_t *counter_description, gaspi_number_t *verbosity_level);
gaspi_return_t gaspi_statistic_counter_get(gaspi_statistic_counter_t counter, gaspi_number_t argument,
                                           gaspi_ulong *value);
gaspi_return_t gaspi_statistic_counter_reset(gaspi_statistic_counter_t counter);
gaspi_return_t gaspi_pcontrol(gaspi_pointer_t argument);

#ifdef __cplusplus
}
#endif

/* Programs call `gaspi_printf` and its like without a header of their own. */
#include "GASPI_Ext.h"

#endif
