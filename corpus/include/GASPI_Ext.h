/*
 * Declarations of routines beyond the GASPI specification that programs use and implementations offer.
 */
#ifndef GASPI_EXT_H
#define GASPI_EXT_H

#include "GASPI.h"

#ifdef __cplusplus
extern "C" {
#endif

void gaspi_printf(const char *fmt, ...);
void gaspi_printf_to(gaspi_rank_t rank, const char *fmt, ...);
void gaspi_print_affinity_mask(void);
gaspi_string_t gaspi_error_str(gaspi_return_t error_code);
gaspi_return_t gaspi_logger(gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_proc_local_rank(gaspi_rank_t *local_rank);
gaspi_return_t gaspi_proc_local_num(gaspi_rank_t *local_num);
gaspi_return_t gaspi_proc_ping(gaspi_rank_t rank, gaspi_timeout_t timeout_ms);
gaspi_return_t gaspi_machine_type(char machine_type[16]);
gaspi_return_t gaspi_cpu_frequency(gaspi_float *cpu_mhz);
gaspi_return_t gaspi_numa_socket(gaspi_uchar *socket);
gaspi_return_t gaspi_set_socket_affinity(gaspi_uchar socket);
gaspi_return_t gaspi_segment_size(gaspi_segment_id_t segment_id, gaspi_rank_t rank, gaspi_size_t *size);
gaspi_return_t gaspi_segment_avail_local(gaspi_segment_id_t *segment_id);
gaspi_return_t gaspi_queue_purge(gaspi_queue_id_t queue, gaspi_timeout_t timeout_ms);

#ifdef __cplusplus
}
#endif

#endif
