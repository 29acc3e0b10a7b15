/* Declarations of OpenSHMEM 1.6 (with the names that it deprecates), written from the specification, so that programs compile to
 * bitcode without a library. Types have the sizes of LP64. Constants that the specification leaves to the library have
 * the values that most libraries give them. */
#ifndef RMA_STATIC_SHMEM_H
#define RMA_STATIC_SHMEM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define SHMEM_COMPLEX(T) T _Complex
#else
#define SHMEM_COMPLEX(T) T _Complex
#endif

/* 6 Constants and handles */

#define SHMEM_MAJOR_VERSION 1
#define SHMEM_MINOR_VERSION 6
#define SHMEM_MAX_NAME_LEN 64
#define SHMEM_VENDOR_STRING "declarations"

#define SHMEM_THREAD_SINGLE 0
#define SHMEM_THREAD_FUNNELED 1
#define SHMEM_THREAD_SERIALIZED 2
#define SHMEM_THREAD_MULTIPLE 3

#define SHMEM_CTX_SERIALIZED (1L << 0)
#define SHMEM_CTX_PRIVATE (1L << 1)
#define SHMEM_CTX_NOSTORE (1L << 2)
#define SHMEM_TEAM_NUM_CONTEXTS (1L << 0)
#define SHMEM_CTX_SESSION_BATCH (1L << 0)
#define SHMEM_CTX_SESSION_SAME_AMO (1L << 1)

#define SHMEM_MALLOC_ATOMICS_REMOTE (1L << 0)
#define SHMEM_MALLOC_SIGNAL_REMOTE (1L << 1)

#define SHMEM_SIGNAL_SET 0
#define SHMEM_SIGNAL_ADD 1

#define SHMEM_CMP_EQ 1
#define SHMEM_CMP_NE 2
#define SHMEM_CMP_GT 3
#define SHMEM_CMP_GE 4
#define SHMEM_CMP_LT 5
#define SHMEM_CMP_LE 6

#define SHMEM_SYNC_VALUE 0L
#define SHMEM_SYNC_SIZE 128
#define SHMEM_BARRIER_SYNC_SIZE 128
#define SHMEM_BCAST_SYNC_SIZE 128
#define SHMEM_COLLECT_SYNC_SIZE 128
#define SHMEM_REDUCE_SYNC_SIZE 128
#define SHMEM_ALLTOALL_SYNC_SIZE 128
#define SHMEM_ALLTOALLS_SYNC_SIZE 128
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 128

/* The names of versions 1.0 to 1.2 */

#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define _SHMEM_CMP_GE SHMEM_CMP_GE
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define _SHMEM_CMP_LE SHMEM_CMP_LE
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define _SHMEM_SYNC_SIZE SHMEM_SYNC_SIZE
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_ALLTOALL_SYNC_SIZE SHMEM_ALLTOALL_SYNC_SIZE
#define _SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_ALLTOALLS_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE

typedef struct shmem_context *shmem_ctx_t;
typedef struct shmem_team *shmem_team_t;
typedef struct {
    int num_contexts;
} shmem_team_config_t;
typedef struct {
    size_t total_ops;
} shmem_ctx_session_config_t;

extern shmem_ctx_t SHMEM_CTX_DEFAULT;
extern shmem_team_t SHMEM_TEAM_WORLD;
extern shmem_team_t SHMEM_TEAM_SHARED;
#define SHMEM_CTX_INVALID ((shmem_ctx_t)0)
#define SHMEM_TEAM_INVALID ((shmem_team_t)0)

/* 9.1 to 9.5 Setup, threads, memory, teams, contexts */

void shmem_init(void);
int shmem_my_pe(void);
int shmem_n_pes(void);
void shmem_finalize(void);
void shmem_global_exit(int status) __attribute__((noreturn));
int shmem_pe_accessible(int pe);
int shmem_addr_accessible(const void *addr, int pe);
void *shmem_ptr(const void *dest, int pe);
void *shmem_team_ptr(shmem_team_t team, const void *dest, int pe);
void shmem_info_get_version(int *major, int *minor);
void shmem_info_get_name(char *name);
void shmem_query_initialized(int *initialized);
void shmem_query_finalized(int *finalized);
int shmem_init_thread(int requested, int *provided);
void shmem_query_thread(int *provided);

void *shmem_malloc(size_t size);
void *shmem_malloc_with_hints(size_t size, long hints);
void *shmem_align(size_t alignment, size_t size);
void *shmem_calloc(size_t count, size_t size);
void *shmem_realloc(void *ptr, size_t size);
void shmem_free(void *ptr);

int shmem_team_my_pe(shmem_team_t team);
int shmem_team_n_pes(shmem_team_t team);
int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t *config);
int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team);
int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size,
                             const shmem_team_config_t *config, long config_mask, shmem_team_t *new_team);
int shmem_team_split_2d(shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config, long xaxis_mask,
                        shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config, long yaxis_mask,
                        shmem_team_t *yaxis_team);
void shmem_team_destroy(shmem_team_t team);

int shmem_ctx_create(long options, shmem_ctx_t *ctx);
int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx);
void shmem_ctx_destroy(shmem_ctx_t ctx);
int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team);
int shmem_ctx_session_start(shmem_ctx_t ctx, long options, const shmem_ctx_session_config_t *config, long config_mask);
int shmem_ctx_session_stop(shmem_ctx_t ctx);

/* Types by name: X(NAME, TYPE) */

#define SHMEM_INTEGERS(X)                                                                                              \
    X(int, int)                                                                                                        \
    X(long, long)                                                                                                      \
    X(longlong, long long)                                                                                             \
    X(uint, unsigned int)                                                                                              \
    X(ulong, unsigned long)                                                                                            \
    X(ulonglong, unsigned long long)                                                                                   \
    X(int32, int32_t)                                                                                                  \
    X(int64, int64_t)                                                                                                  \
    X(uint32, uint32_t)                                                                                                \
    X(uint64, uint64_t)                                                                                                \
    X(size, size_t)                                                                                                    \
    X(ptrdiff, ptrdiff_t)
#define SHMEM_SMALL_INTEGERS(X)                                                                                        \
    X(char, char)                                                                                                      \
    X(schar, signed char)                                                                                              \
    X(short, short)                                                                                                    \
    X(uchar, unsigned char)                                                                                            \
    X(ushort, unsigned short)                                                                                          \
    X(int8, int8_t)                                                                                                    \
    X(int16, int16_t)                                                                                                  \
    X(uint8, uint8_t)                                                                                                  \
    X(uint16, uint16_t)
#define SHMEM_FLOATS(X) X(float, float) X(double, double)
#define SHMEM_RMA_TYPES(X) SHMEM_INTEGERS(X) SHMEM_SMALL_INTEGERS(X) SHMEM_FLOATS(X) X(longdouble, long double)
#define SHMEM_BITWISE_TYPES(X)                                                                                         \
    X(uint, unsigned int)                                                                                              \
    X(ulong, unsigned long)                                                                                            \
    X(ulonglong, unsigned long long)                                                                                   \
    X(int32, int32_t)                                                                                                  \
    X(int64, int64_t)                                                                                                  \
    X(uint32, uint32_t)                                                                                                \
    X(uint64, uint64_t)
#define SHMEM_REDUCE_BITWISE_TYPES(X)                                                                                  \
    X(uchar, unsigned char)                                                                                            \
    X(ushort, unsigned short)                                                                                          \
    X(uint, unsigned int)                                                                                              \
    X(ulong, unsigned long)                                                                                            \
    X(ulonglong, unsigned long long)                                                                                   \
    X(int8, int8_t)                                                                                                    \
    X(int16, int16_t)                                                                                                  \
    X(int32, int32_t)                                                                                                  \
    X(int64, int64_t)                                                                                                  \
    X(uint8, uint8_t)                                                                                                  \
    X(uint16, uint16_t)                                                                                                \
    X(uint32, uint32_t)                                                                                                \
    X(uint64, uint64_t)                                                                                                \
    X(size, size_t)
#define SHMEM_COMPLEXES(X) X(complexf, SHMEM_COMPLEX(float)) X(complexd, SHMEM_COMPLEX(double))
#define SHMEM_SIZES(X) X(8) X(16) X(32) X(64) X(128)

/* 9.6 Remote memory access; 9.8 put with signal */

#define SHMEM_MOVES(P, CTX, N, T)                                                                                      \
    void P##N##_put(CTX T *dest, const T *source, size_t nelems, int pe);                                              \
    void P##N##_p(CTX T *dest, T value, int pe);                                                                       \
    void P##N##_iput(CTX T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);               \
    void P##N##_ibput(CTX T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,        \
                      int pe);                                                                                         \
    void P##N##_get(CTX T *dest, const T *source, size_t nelems, int pe);                                              \
    T P##N##_g(CTX const T *source, int pe);                                                                           \
    void P##N##_iget(CTX T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);               \
    void P##N##_ibget(CTX T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,        \
                      int pe);                                                                                         \
    void P##N##_put_nbi(CTX T *dest, const T *source, size_t nelems, int pe);                                          \
    void P##N##_get_nbi(CTX T *dest, const T *source, size_t nelems, int pe);                                          \
    void P##N##_put_signal(CTX T *dest, const T *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,           \
                           int sig_op, int pe);                                                                        \
    void P##N##_put_signal_nbi(CTX T *dest, const T *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,       \
                               int sig_op, int pe);
#define SHMEM_MOVES_OF_SIZE(P, CTX, N)                                                                                 \
    void P##put##N(CTX void *dest, const void *source, size_t nelems, int pe);                                         \
    void P##get##N(CTX void *dest, const void *source, size_t nelems, int pe);                                         \
    void P##put##N##_nbi(CTX void *dest, const void *source, size_t nelems, int pe);                                   \
    void P##get##N##_nbi(CTX void *dest, const void *source, size_t nelems, int pe);                                   \
    void P##put##N##_signal(CTX void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,    \
                            int sig_op, int pe);                                                                       \
    void P##put##N##_signal_nbi(CTX void *dest, const void *source, size_t nelems, uint64_t *sig_addr,                 \
                                uint64_t signal, int sig_op, int pe);
#define SHMEM_STRIDED_OF_SIZE(P, CTX, N)                                                                               \
    void P##iput##N(CTX void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);          \
    void P##ibput##N(CTX void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,   \
                     int pe);                                                                                          \
    void P##iget##N(CTX void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);          \
    void P##ibget##N(CTX void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,   \
                     int pe);

#define SHMEM_NOTHING
#define SHMEM_FIRST_CTX shmem_ctx_t ctx,
#define X(N, T) SHMEM_MOVES(shmem_, SHMEM_NOTHING, N, T) SHMEM_MOVES(shmem_ctx_, SHMEM_FIRST_CTX, N, T)
SHMEM_RMA_TYPES(X)
#undef X
#define X(N)                                                                                                           \
    SHMEM_MOVES_OF_SIZE(shmem_, SHMEM_NOTHING, N)                                                                      \
    SHMEM_MOVES_OF_SIZE(shmem_ctx_, SHMEM_FIRST_CTX, N)                                                                \
    SHMEM_STRIDED_OF_SIZE(shmem_, SHMEM_NOTHING, N)                                                                    \
    SHMEM_STRIDED_OF_SIZE(shmem_ctx_, SHMEM_FIRST_CTX, N)
SHMEM_SIZES(X)
#undef X
SHMEM_MOVES_OF_SIZE(shmem_, SHMEM_NOTHING, mem)
SHMEM_MOVES_OF_SIZE(shmem_ctx_, SHMEM_FIRST_CTX, mem)

uint64_t shmem_signal_fetch(const uint64_t *sig_addr);
void shmem_signal_set(uint64_t *sig_addr, uint64_t signal, int pe);
void shmem_signal_add(uint64_t *sig_addr, uint64_t signal, int pe);
void shmem_ctx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);
void shmem_ctx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);

/* 9.7 Atomics */

#define SHMEM_EXTENDED(P, CTX, N, T)                                                                                   \
    T P##N##_atomic_fetch(CTX const T *source, int pe);                                                                \
    void P##N##_atomic_set(CTX T *dest, T value, int pe);                                                              \
    T P##N##_atomic_swap(CTX T *dest, T value, int pe);                                                                \
    void P##N##_atomic_fetch_nbi(CTX T *fetch, const T *source, int pe);                                               \
    void P##N##_atomic_swap_nbi(CTX T *fetch, T *dest, T value, int pe);
#define SHMEM_STANDARD(P, CTX, N, T)                                                                                   \
    T P##N##_atomic_compare_swap(CTX T *dest, T cond, T value, int pe);                                                \
    T P##N##_atomic_fetch_inc(CTX T *dest, int pe);                                                                    \
    void P##N##_atomic_inc(CTX T *dest, int pe);                                                                       \
    T P##N##_atomic_fetch_add(CTX T *dest, T value, int pe);                                                           \
    void P##N##_atomic_add(CTX T *dest, T value, int pe);                                                              \
    void P##N##_atomic_compare_swap_nbi(CTX T *fetch, T *dest, T cond, T value, int pe);                               \
    void P##N##_atomic_fetch_inc_nbi(CTX T *fetch, T *dest, int pe);                                                   \
    void P##N##_atomic_fetch_add_nbi(CTX T *fetch, T *dest, T value, int pe);
#define SHMEM_BITWISE(P, CTX, N, T, OP)                                                                                \
    T P##N##_atomic_fetch_##OP(CTX T *dest, T value, int pe);                                                          \
    void P##N##_atomic_##OP(CTX T *dest, T value, int pe);                                                             \
    void P##N##_atomic_fetch_##OP##_nbi(CTX T *fetch, T *dest, T value, int pe);
#define X(N, T) SHMEM_EXTENDED(shmem_, SHMEM_NOTHING, N, T) SHMEM_EXTENDED(shmem_ctx_, SHMEM_FIRST_CTX, N, T)
SHMEM_INTEGERS(X)
SHMEM_FLOATS(X)
#undef X
#define X(N, T) SHMEM_STANDARD(shmem_, SHMEM_NOTHING, N, T) SHMEM_STANDARD(shmem_ctx_, SHMEM_FIRST_CTX, N, T)
SHMEM_INTEGERS(X)
#undef X
#define X(N, T)                                                                                                        \
    SHMEM_BITWISE(shmem_, SHMEM_NOTHING, N, T, and)                                                                    \
    SHMEM_BITWISE(shmem_, SHMEM_NOTHING, N, T, or)                                                                     \
    SHMEM_BITWISE(shmem_, SHMEM_NOTHING, N, T, xor)                                                                    \
    SHMEM_BITWISE(shmem_ctx_, SHMEM_FIRST_CTX, N, T, and)                                                              \
    SHMEM_BITWISE(shmem_ctx_, SHMEM_FIRST_CTX, N, T, or)                                                               \
    SHMEM_BITWISE(shmem_ctx_, SHMEM_FIRST_CTX, N, T, xor)
SHMEM_BITWISE_TYPES(X)
#undef X

/* 9.9 Collectives */

void shmem_barrier_all(void);
void shmem_sync_all(void);
int shmem_team_sync(shmem_team_t team);

#define SHMEM_TEAM_MOVES(N, T, M)                                                                                      \
    int shmem_##N##alltoall##M(shmem_team_t team, T *dest, const T *source, size_t nelems);                            \
    int shmem_##N##alltoalls##M(shmem_team_t team, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst,             \
                                size_t nelems);                                                                        \
    int shmem_##N##broadcast##M(shmem_team_t team, T *dest, const T *source, size_t nelems, int PE_root);              \
    int shmem_##N##collect##M(shmem_team_t team, T *dest, const T *source, size_t nelems);                             \
    int shmem_##N##fcollect##M(shmem_team_t team, T *dest, const T *source, size_t nelems);
#define X(N, T) SHMEM_TEAM_MOVES(N##_, T, )
SHMEM_RMA_TYPES(X)
#undef X
SHMEM_TEAM_MOVES(, void, mem)

#define SHMEM_REDUCTION(N, T, OP)                                                                                      \
    int shmem_##N##_##OP##_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce);
#define X(N, T) SHMEM_REDUCTION(N, T, and) SHMEM_REDUCTION(N, T, or) SHMEM_REDUCTION(N, T, xor)
SHMEM_REDUCE_BITWISE_TYPES(X)
#undef X
#define X(N, T) SHMEM_REDUCTION(N, T, max) SHMEM_REDUCTION(N, T, min)
SHMEM_RMA_TYPES(X)
#undef X
#define X(N, T)                                                                                                        \
    SHMEM_REDUCTION(N, T, sum)                                                                                         \
    SHMEM_REDUCTION(N, T, prod)                                                                                        \
    int shmem_##N##_sum_inscan(shmem_team_t team, T *dest, const T *source, size_t nelems);                            \
    int shmem_##N##_sum_exscan(shmem_team_t team, T *dest, const T *source, size_t nelems);
SHMEM_RMA_TYPES(X)
SHMEM_COMPLEXES(X)
#undef X

/* 9.10 Point-to-point synchronisation */

#define SHMEM_WAITS(N, T)                                                                                              \
    void shmem_##N##_wait_until(T *ivar, int cmp, T cmp_value);                                                        \
    void shmem_##N##_wait_until_all(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);                 \
    size_t shmem_##N##_wait_until_any(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);               \
    size_t shmem_##N##_wait_until_some(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp,           \
                                       T cmp_value);                                                                   \
    void shmem_##N##_wait_until_all_vector(T *ivars, size_t nelems, const int *status, int cmp, T *cmp_values);        \
    size_t shmem_##N##_wait_until_any_vector(T *ivars, size_t nelems, const int *status, int cmp, T *cmp_values);      \
    size_t shmem_##N##_wait_until_some_vector(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp,    \
                                              T *cmp_values);                                                          \
    int shmem_##N##_test(T *ivar, int cmp, T cmp_value);                                                               \
    int shmem_##N##_test_all(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);                        \
    size_t shmem_##N##_test_any(T *ivars, size_t nelems, const int *status, int cmp, T cmp_value);                     \
    size_t shmem_##N##_test_some(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp, T cmp_value);   \
    int shmem_##N##_test_all_vector(T *ivars, size_t nelems, const int *status, int cmp, T *cmp_values);               \
    size_t shmem_##N##_test_any_vector(T *ivars, size_t nelems, const int *status, int cmp, T *cmp_values);            \
    size_t shmem_##N##_test_some_vector(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp,          \
                                        T *cmp_values);
SHMEM_INTEGERS(SHMEM_WAITS)
uint64_t shmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value);

/* 9.11, 9.12 Memory ordering, locks */

void shmem_quiet(void);
void shmem_ctx_quiet(shmem_ctx_t ctx);
void shmem_pe_quiet(const int *target_pes, size_t npes);
void shmem_ctx_pe_quiet(shmem_ctx_t ctx, const int *target_pes, size_t npes);
void shmem_fence(void);
void shmem_ctx_fence(shmem_ctx_t ctx);
void shmem_set_lock(long *lock);
void shmem_clear_lock(long *lock);
int shmem_test_lock(long *lock);

/* Deprecated */

void start_pes(int npes);
int _my_pe(void);
int _num_pes(void);
void *shmalloc(size_t size);
void *shmemalign(size_t alignment, size_t size);
void *shrealloc(void *ptr, size_t size);
void shfree(void *ptr);

#define SHMEM_OLD_INTEGERS(X) X(int, int) X(long, long) X(longlong, long long)
#define X(N, T)                                                                                                        \
    T shmem_##N##_fetch(const T *source, int pe);                                                                      \
    void shmem_##N##_set(T *dest, T value, int pe);                                                                    \
    T shmem_##N##_swap(T *dest, T value, int pe);
SHMEM_OLD_INTEGERS(X)
SHMEM_FLOATS(X)
#undef X
#define X(N, T)                                                                                                        \
    T shmem_##N##_cswap(T *dest, T cond, T value, int pe);                                                             \
    T shmem_##N##_finc(T *dest, int pe);                                                                               \
    void shmem_##N##_inc(T *dest, int pe);                                                                             \
    T shmem_##N##_fadd(T *dest, T value, int pe);                                                                      \
    void shmem_##N##_add(T *dest, T value, int pe);
SHMEM_OLD_INTEGERS(X)
#undef X
long shmem_swap(long *dest, long value, int pe);

#define X(N, T) void shmem_##N##_wait(T *ivar, T cmp_value);
SHMEM_OLD_INTEGERS(X)
X(short, short)
#undef X
#define X(N, T)                                                                                                        \
    void shmem_##N##_wait_until(T *ivar, int cmp, T cmp_value);                                                        \
    int shmem_##N##_test(T *ivar, int cmp, T cmp_value);
X(short, short)
X(ushort, unsigned short)
#undef X
void shmem_wait(long *ivar, long cmp_value);
void shmem_wait_until(long *ivar, int cmp, long cmp_value);

#define SHMEM_ACTIVE_SET int PE_start, int logPE_stride, int PE_size
void shmem_barrier(SHMEM_ACTIVE_SET, long *pSync);
void shmem_sync(SHMEM_ACTIVE_SET, long *pSync);
#define X(N)                                                                                                           \
    void shmem_broadcast##N(void *dest, const void *source, size_t nelems, int PE_root, SHMEM_ACTIVE_SET,              \
                            long *pSync);                                                                              \
    void shmem_collect##N(void *dest, const void *source, size_t nelems, SHMEM_ACTIVE_SET, long *pSync);               \
    void shmem_fcollect##N(void *dest, const void *source, size_t nelems, SHMEM_ACTIVE_SET, long *pSync);              \
    void shmem_alltoall##N(void *dest, const void *source, size_t nelems, SHMEM_ACTIVE_SET, long *pSync);              \
    void shmem_alltoalls##N(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,               \
                            SHMEM_ACTIVE_SET, long *pSync);
X(32)
X(64)
#undef X
#define SHMEM_TO_ALL(N, T, OP)                                                                                         \
    void shmem_##N##_##OP##_to_all(T *dest, const T *source, int nreduce, SHMEM_ACTIVE_SET, T *pWrk, long *pSync);
#define SHMEM_OLD_TYPES(X) X(short, short) SHMEM_OLD_INTEGERS(X)
#define X(N, T) SHMEM_TO_ALL(N, T, and) SHMEM_TO_ALL(N, T, or) SHMEM_TO_ALL(N, T, xor)
SHMEM_OLD_TYPES(X)
#undef X
#define X(N, T) SHMEM_TO_ALL(N, T, max) SHMEM_TO_ALL(N, T, min)
SHMEM_OLD_TYPES(X)
SHMEM_FLOATS(X)
X(longdouble, long double)
#undef X
#define X(N, T) SHMEM_TO_ALL(N, T, sum) SHMEM_TO_ALL(N, T, prod)
SHMEM_OLD_TYPES(X)
SHMEM_FLOATS(X)
X(longdouble, long double)
SHMEM_COMPLEXES(X)
#undef X

void shmem_set_cache_inv(void);
void shmem_clear_cache_inv(void);
void shmem_udcflush(void);
void shmem_set_cache_line_inv(void *dest);
void shmem_clear_cache_line_inv(void *dest);
void shmem_udcflush_line(void *dest);

/* C11 generic forms: the type of the symmetric object chooses the routine, a further argument in front is a context. */
#if !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

#define SHMEM_OF_INTEGER(P, OP)                                                                                        \
    int: P##int_##OP,                                                                                                  \
    long: P##long_##OP,                                                                                                \
    long long: P##longlong_##OP,                                                                                       \
    unsigned int: P##uint_##OP,                                                                                        \
    unsigned long: P##ulong_##OP,                                                                                      \
    unsigned long long: P##ulonglong_##OP
#define SHMEM_OF_NUMBER(P, OP) SHMEM_OF_INTEGER(P, OP), float: P##float_##OP, double: P##double_##OP
#define SHMEM_OF_ANY(P, OP)                                                                                            \
    SHMEM_OF_NUMBER(P, OP),                                                                                            \
    char: P##char_##OP,                                                                                                \
    signed char: P##schar_##OP,                                                                                        \
    short: P##short_##OP,                                                                                              \
    unsigned char: P##uchar_##OP,                                                                                      \
    unsigned short: P##ushort_##OP,                                                                                    \
    long double: P##longdouble_##OP
/* Point-to-point synchronisation, with the types that it no longer names. */
#define SHMEM_OF_SYNC(P, OP) SHMEM_OF_INTEGER(P, OP), short: P##short_##OP, unsigned short: P##ushort_##OP
#define SHMEM_OF_BITS(P, OP)                                                                                           \
    int: P##int32_##OP,                                                                                                \
    long: P##int64_##OP,                                                                                               \
    unsigned int: P##uint_##OP,                                                                                        \
    unsigned long: P##ulong_##OP,                                                                                      \
    unsigned long long: P##ulonglong_##OP
#define SHMEM_OF_ALL_BITS(P, OP)                                                                                       \
    SHMEM_OF_BITS(P, OP),                                                                                              \
    signed char: P##int8_##OP,                                                                                         \
    short: P##int16_##OP,                                                                                              \
    unsigned char: P##uchar_##OP,                                                                                      \
    unsigned short: P##ushort_##OP
#define SHMEM_OF_SUM(P, OP)                                                                                            \
    SHMEM_OF_ANY(P, OP), SHMEM_COMPLEX(float): P##complexf_##OP, SHMEM_COMPLEX(double): P##complexd_##OP
#define SHMEM_OF_OLD(P, OP) int: P##int_##OP, long: P##long_##OP, long long: P##longlong_##OP
#define SHMEM_OF_OLD_NUMBER(P, OP) SHMEM_OF_OLD(P, OP), float: P##float_##OP, double: P##double_##OP

/* The form with one argument more than N has a context. */
#define SHMEM_NTH(_1, _2, _3, _4, _5, _6, _7, _8, F, ...) F
#define shmem_put_direct(dest, source, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, put))(dest, source, nelems, pe)
#define shmem_put_in(ctx, dest, source, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, put))(ctx, dest, source, nelems, pe)
#define shmem_put(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, shmem_put_in, shmem_put_direct, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_get_direct(dest, source, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, get))(dest, source, nelems, pe)
#define shmem_get_in(ctx, dest, source, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, get))(ctx, dest, source, nelems, pe)
#define shmem_get(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, shmem_get_in, shmem_get_direct, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_put_nbi_direct(dest, source, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, put_nbi))(dest, source, nelems, pe)
#define shmem_put_nbi_in(ctx, dest, source, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, put_nbi))(ctx, dest, source, nelems, pe)
#define shmem_put_nbi(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, shmem_put_nbi_in, shmem_put_nbi_direct, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_get_nbi_direct(dest, source, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, get_nbi))(dest, source, nelems, pe)
#define shmem_get_nbi_in(ctx, dest, source, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, get_nbi))(ctx, dest, source, nelems, pe)
#define shmem_get_nbi(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, shmem_get_nbi_in, shmem_get_nbi_direct, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_p_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, p))(dest, value, pe)
#define shmem_p_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, p))(ctx, dest, value, pe)
#define shmem_p(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_p_in, shmem_p_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_g_direct(source, pe) _Generic(*(source), SHMEM_OF_ANY(shmem_, g))(source, pe)
#define shmem_g_in(ctx, source, pe) _Generic(*(source), SHMEM_OF_ANY(shmem_ctx_, g))(ctx, source, pe)
#define shmem_g(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, 0, shmem_g_in, shmem_g_direct, 0, 0)(__VA_ARGS__)
#define shmem_iput_direct(dest, source, dst, sst, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, iput))(dest, source, dst, sst, nelems, pe)
#define shmem_iput_in(ctx, dest, source, dst, sst, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, iput))(ctx, dest, source, dst, sst, nelems, pe)
#define shmem_iput(...) SHMEM_NTH(__VA_ARGS__, 0, shmem_iput_in, shmem_iput_direct, 0, 0, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_iget_direct(dest, source, dst, sst, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, iget))(dest, source, dst, sst, nelems, pe)
#define shmem_iget_in(ctx, dest, source, dst, sst, nelems, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, iget))(ctx, dest, source, dst, sst, nelems, pe)
#define shmem_iget(...) SHMEM_NTH(__VA_ARGS__, 0, shmem_iget_in, shmem_iget_direct, 0, 0, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_ibput_direct(dest, source, dst, sst, bsize, nblocks, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, ibput))(dest, source, dst, sst, bsize, nblocks, pe)
#define shmem_ibput_in(ctx, dest, source, dst, sst, bsize, nblocks, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, ibput))(ctx, dest, source, dst, sst, bsize, nblocks, pe)
#define shmem_ibput(...) SHMEM_NTH(__VA_ARGS__, shmem_ibput_in, shmem_ibput_direct, 0, 0, 0, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_ibget_direct(dest, source, dst, sst, bsize, nblocks, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, ibget))(dest, source, dst, sst, bsize, nblocks, pe)
#define shmem_ibget_in(ctx, dest, source, dst, sst, bsize, nblocks, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, ibget))(ctx, dest, source, dst, sst, bsize, nblocks, pe)
#define shmem_ibget(...) SHMEM_NTH(__VA_ARGS__, shmem_ibget_in, shmem_ibget_direct, 0, 0, 0, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_put_signal_direct(dest, source, nelems, sig_addr, signal, sig_op, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, put_signal))(dest, source, nelems, sig_addr, signal, sig_op, pe)
#define shmem_put_signal_in(ctx, dest, source, nelems, sig_addr, signal, sig_op, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, put_signal))(ctx, dest, source, nelems, sig_addr, signal, sig_op, pe)
#define shmem_put_signal(...) SHMEM_NTH(__VA_ARGS__, shmem_put_signal_in, shmem_put_signal_direct, 0, 0, 0, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_put_signal_nbi_direct(dest, source, nelems, sig_addr, signal, sig_op, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_, put_signal_nbi))(dest, source, nelems, sig_addr, signal, sig_op, pe)
#define shmem_put_signal_nbi_in(ctx, dest, source, nelems, sig_addr, signal, sig_op, pe) _Generic(*(dest), SHMEM_OF_ANY(shmem_ctx_, put_signal_nbi))(ctx, dest, source, nelems, sig_addr, signal, sig_op, pe)
#define shmem_put_signal_nbi(...) SHMEM_NTH(__VA_ARGS__, shmem_put_signal_nbi_in, shmem_put_signal_nbi_direct, 0, 0, 0, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_set_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_NUMBER(shmem_, atomic_set))(dest, value, pe)
#define shmem_atomic_set_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_NUMBER(shmem_ctx_, atomic_set))(ctx, dest, value, pe)
#define shmem_atomic_set(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_set_in, shmem_atomic_set_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_swap_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_NUMBER(shmem_, atomic_swap))(dest, value, pe)
#define shmem_atomic_swap_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_NUMBER(shmem_ctx_, atomic_swap))(ctx, dest, value, pe)
#define shmem_atomic_swap(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_swap_in, shmem_atomic_swap_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_direct(source, pe) _Generic(*(source), SHMEM_OF_NUMBER(shmem_, atomic_fetch))(source, pe)
#define shmem_atomic_fetch_in(ctx, source, pe) _Generic(*(source), SHMEM_OF_NUMBER(shmem_ctx_, atomic_fetch))(ctx, source, pe)
#define shmem_atomic_fetch(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, 0, shmem_atomic_fetch_in, shmem_atomic_fetch_direct, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_nbi_direct(fetch, source, pe) _Generic(*(fetch), SHMEM_OF_NUMBER(shmem_, atomic_fetch_nbi))(fetch, source, pe)
#define shmem_atomic_fetch_nbi_in(ctx, fetch, source, pe) _Generic(*(fetch), SHMEM_OF_NUMBER(shmem_ctx_, atomic_fetch_nbi))(ctx, fetch, source, pe)
#define shmem_atomic_fetch_nbi(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_fetch_nbi_in, shmem_atomic_fetch_nbi_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_swap_nbi_direct(fetch, dest, value, pe) _Generic(*(fetch), SHMEM_OF_NUMBER(shmem_, atomic_swap_nbi))(fetch, dest, value, pe)
#define shmem_atomic_swap_nbi_in(ctx, fetch, dest, value, pe) _Generic(*(fetch), SHMEM_OF_NUMBER(shmem_ctx_, atomic_swap_nbi))(ctx, fetch, dest, value, pe)
#define shmem_atomic_swap_nbi(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, shmem_atomic_swap_nbi_in, shmem_atomic_swap_nbi_direct, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_inc_direct(dest, pe) _Generic(*(dest), SHMEM_OF_INTEGER(shmem_, atomic_inc))(dest, pe)
#define shmem_atomic_inc_in(ctx, dest, pe) _Generic(*(dest), SHMEM_OF_INTEGER(shmem_ctx_, atomic_inc))(ctx, dest, pe)
#define shmem_atomic_inc(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, 0, shmem_atomic_inc_in, shmem_atomic_inc_direct, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_inc_direct(dest, pe) _Generic(*(dest), SHMEM_OF_INTEGER(shmem_, atomic_fetch_inc))(dest, pe)
#define shmem_atomic_fetch_inc_in(ctx, dest, pe) _Generic(*(dest), SHMEM_OF_INTEGER(shmem_ctx_, atomic_fetch_inc))(ctx, dest, pe)
#define shmem_atomic_fetch_inc(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, 0, shmem_atomic_fetch_inc_in, shmem_atomic_fetch_inc_direct, 0, 0)(__VA_ARGS__)
#define shmem_atomic_add_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_INTEGER(shmem_, atomic_add))(dest, value, pe)
#define shmem_atomic_add_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_INTEGER(shmem_ctx_, atomic_add))(ctx, dest, value, pe)
#define shmem_atomic_add(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_add_in, shmem_atomic_add_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_add_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_INTEGER(shmem_, atomic_fetch_add))(dest, value, pe)
#define shmem_atomic_fetch_add_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_INTEGER(shmem_ctx_, atomic_fetch_add))(ctx, dest, value, pe)
#define shmem_atomic_fetch_add(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_fetch_add_in, shmem_atomic_fetch_add_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_compare_swap_direct(dest, cond, value, pe) _Generic(*(dest), SHMEM_OF_INTEGER(shmem_, atomic_compare_swap))(dest, cond, value, pe)
#define shmem_atomic_compare_swap_in(ctx, dest, cond, value, pe) _Generic(*(dest), SHMEM_OF_INTEGER(shmem_ctx_, atomic_compare_swap))(ctx, dest, cond, value, pe)
#define shmem_atomic_compare_swap(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, shmem_atomic_compare_swap_in, shmem_atomic_compare_swap_direct, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_inc_nbi_direct(fetch, dest, pe) _Generic(*(fetch), SHMEM_OF_INTEGER(shmem_, atomic_fetch_inc_nbi))(fetch, dest, pe)
#define shmem_atomic_fetch_inc_nbi_in(ctx, fetch, dest, pe) _Generic(*(fetch), SHMEM_OF_INTEGER(shmem_ctx_, atomic_fetch_inc_nbi))(ctx, fetch, dest, pe)
#define shmem_atomic_fetch_inc_nbi(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_fetch_inc_nbi_in, shmem_atomic_fetch_inc_nbi_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_add_nbi_direct(fetch, dest, value, pe) _Generic(*(fetch), SHMEM_OF_INTEGER(shmem_, atomic_fetch_add_nbi))(fetch, dest, value, pe)
#define shmem_atomic_fetch_add_nbi_in(ctx, fetch, dest, value, pe) _Generic(*(fetch), SHMEM_OF_INTEGER(shmem_ctx_, atomic_fetch_add_nbi))(ctx, fetch, dest, value, pe)
#define shmem_atomic_fetch_add_nbi(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, shmem_atomic_fetch_add_nbi_in, shmem_atomic_fetch_add_nbi_direct, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_compare_swap_nbi_direct(fetch, dest, cond, value, pe) _Generic(*(fetch), SHMEM_OF_INTEGER(shmem_, atomic_compare_swap_nbi))(fetch, dest, cond, value, pe)
#define shmem_atomic_compare_swap_nbi_in(ctx, fetch, dest, cond, value, pe) _Generic(*(fetch), SHMEM_OF_INTEGER(shmem_ctx_, atomic_compare_swap_nbi))(ctx, fetch, dest, cond, value, pe)
#define shmem_atomic_compare_swap_nbi(...) SHMEM_NTH(__VA_ARGS__, 0, 0, shmem_atomic_compare_swap_nbi_in, shmem_atomic_compare_swap_nbi_direct, 0, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_and_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_, atomic_and))(dest, value, pe)
#define shmem_atomic_and_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_ctx_, atomic_and))(ctx, dest, value, pe)
#define shmem_atomic_and(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_and_in, shmem_atomic_and_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_and_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_, atomic_fetch_and))(dest, value, pe)
#define shmem_atomic_fetch_and_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_ctx_, atomic_fetch_and))(ctx, dest, value, pe)
#define shmem_atomic_fetch_and(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_fetch_and_in, shmem_atomic_fetch_and_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_and_nbi_direct(fetch, dest, value, pe) _Generic(*(fetch), SHMEM_OF_BITS(shmem_, atomic_fetch_and_nbi))(fetch, dest, value, pe)
#define shmem_atomic_fetch_and_nbi_in(ctx, fetch, dest, value, pe) _Generic(*(fetch), SHMEM_OF_BITS(shmem_ctx_, atomic_fetch_and_nbi))(ctx, fetch, dest, value, pe)
#define shmem_atomic_fetch_and_nbi(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, shmem_atomic_fetch_and_nbi_in, shmem_atomic_fetch_and_nbi_direct, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_or_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_, atomic_or))(dest, value, pe)
#define shmem_atomic_or_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_ctx_, atomic_or))(ctx, dest, value, pe)
#define shmem_atomic_or(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_or_in, shmem_atomic_or_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_or_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_, atomic_fetch_or))(dest, value, pe)
#define shmem_atomic_fetch_or_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_ctx_, atomic_fetch_or))(ctx, dest, value, pe)
#define shmem_atomic_fetch_or(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_fetch_or_in, shmem_atomic_fetch_or_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_or_nbi_direct(fetch, dest, value, pe) _Generic(*(fetch), SHMEM_OF_BITS(shmem_, atomic_fetch_or_nbi))(fetch, dest, value, pe)
#define shmem_atomic_fetch_or_nbi_in(ctx, fetch, dest, value, pe) _Generic(*(fetch), SHMEM_OF_BITS(shmem_ctx_, atomic_fetch_or_nbi))(ctx, fetch, dest, value, pe)
#define shmem_atomic_fetch_or_nbi(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, shmem_atomic_fetch_or_nbi_in, shmem_atomic_fetch_or_nbi_direct, 0, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_xor_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_, atomic_xor))(dest, value, pe)
#define shmem_atomic_xor_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_ctx_, atomic_xor))(ctx, dest, value, pe)
#define shmem_atomic_xor(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_xor_in, shmem_atomic_xor_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_xor_direct(dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_, atomic_fetch_xor))(dest, value, pe)
#define shmem_atomic_fetch_xor_in(ctx, dest, value, pe) _Generic(*(dest), SHMEM_OF_BITS(shmem_ctx_, atomic_fetch_xor))(ctx, dest, value, pe)
#define shmem_atomic_fetch_xor(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_atomic_fetch_xor_in, shmem_atomic_fetch_xor_direct, 0, 0, 0)(__VA_ARGS__)
#define shmem_atomic_fetch_xor_nbi_direct(fetch, dest, value, pe) _Generic(*(fetch), SHMEM_OF_BITS(shmem_, atomic_fetch_xor_nbi))(fetch, dest, value, pe)
#define shmem_atomic_fetch_xor_nbi_in(ctx, fetch, dest, value, pe) _Generic(*(fetch), SHMEM_OF_BITS(shmem_ctx_, atomic_fetch_xor_nbi))(ctx, fetch, dest, value, pe)
#define shmem_atomic_fetch_xor_nbi(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, shmem_atomic_fetch_xor_nbi_in, shmem_atomic_fetch_xor_nbi_direct, 0, 0, 0, 0)(__VA_ARGS__)

#define shmem_sync(...) SHMEM_NTH(__VA_ARGS__, 0, 0, 0, 0, shmem_sync, 0, 0, shmem_team_sync, 0)(__VA_ARGS__)
#define shmem_alltoall(team, dest, source, nelems) _Generic(*(dest), SHMEM_OF_ANY(shmem_, alltoall))(team, dest, source, nelems)
#define shmem_alltoalls(team, dest, source, dst, sst, nelems) _Generic(*(dest), SHMEM_OF_ANY(shmem_, alltoalls))(team, dest, source, dst, sst, nelems)
#define shmem_broadcast(team, dest, source, nelems, PE_root) _Generic(*(dest), SHMEM_OF_ANY(shmem_, broadcast))(team, dest, source, nelems, PE_root)
#define shmem_collect(team, dest, source, nelems) _Generic(*(dest), SHMEM_OF_ANY(shmem_, collect))(team, dest, source, nelems)
#define shmem_fcollect(team, dest, source, nelems) _Generic(*(dest), SHMEM_OF_ANY(shmem_, fcollect))(team, dest, source, nelems)
#define shmem_and_reduce(team, dest, source, nreduce) _Generic(*(dest), SHMEM_OF_ALL_BITS(shmem_, and_reduce))(team, dest, source, nreduce)
#define shmem_or_reduce(team, dest, source, nreduce) _Generic(*(dest), SHMEM_OF_ALL_BITS(shmem_, or_reduce))(team, dest, source, nreduce)
#define shmem_xor_reduce(team, dest, source, nreduce) _Generic(*(dest), SHMEM_OF_ALL_BITS(shmem_, xor_reduce))(team, dest, source, nreduce)
#define shmem_max_reduce(team, dest, source, nreduce) _Generic(*(dest), SHMEM_OF_ANY(shmem_, max_reduce))(team, dest, source, nreduce)
#define shmem_min_reduce(team, dest, source, nreduce) _Generic(*(dest), SHMEM_OF_ANY(shmem_, min_reduce))(team, dest, source, nreduce)
#define shmem_sum_reduce(team, dest, source, nreduce) _Generic(*(dest), SHMEM_OF_SUM(shmem_, sum_reduce))(team, dest, source, nreduce)
#define shmem_prod_reduce(team, dest, source, nreduce) _Generic(*(dest), SHMEM_OF_SUM(shmem_, prod_reduce))(team, dest, source, nreduce)
#define shmem_sum_inscan(team, dest, source, nelems) _Generic(*(dest), SHMEM_OF_SUM(shmem_, sum_inscan))(team, dest, source, nelems)
#define shmem_sum_exscan(team, dest, source, nelems) _Generic(*(dest), SHMEM_OF_SUM(shmem_, sum_exscan))(team, dest, source, nelems)

#define shmem_wait_until(ivar, cmp, cmp_value) _Generic(*(ivar), SHMEM_OF_SYNC(shmem_, wait_until))(ivar, cmp, cmp_value)
#define shmem_wait_until_all(ivars, nelems, status, cmp, cmp_value) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, wait_until_all))(ivars, nelems, status, cmp, cmp_value)
#define shmem_wait_until_any(ivars, nelems, status, cmp, cmp_value) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, wait_until_any))(ivars, nelems, status, cmp, cmp_value)
#define shmem_wait_until_some(ivars, nelems, indices, status, cmp, cmp_value) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, wait_until_some))(ivars, nelems, indices, status, cmp, cmp_value)
#define shmem_wait_until_all_vector(ivars, nelems, status, cmp, cmp_values) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, wait_until_all_vector))(ivars, nelems, status, cmp, cmp_values)
#define shmem_wait_until_any_vector(ivars, nelems, status, cmp, cmp_values) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, wait_until_any_vector))(ivars, nelems, status, cmp, cmp_values)
#define shmem_wait_until_some_vector(ivars, nelems, indices, status, cmp, cmp_values) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, wait_until_some_vector))(ivars, nelems, indices, status, cmp, cmp_values)
#define shmem_test(ivar, cmp, cmp_value) _Generic(*(ivar), SHMEM_OF_SYNC(shmem_, test))(ivar, cmp, cmp_value)
#define shmem_test_all(ivars, nelems, status, cmp, cmp_value) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, test_all))(ivars, nelems, status, cmp, cmp_value)
#define shmem_test_any(ivars, nelems, status, cmp, cmp_value) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, test_any))(ivars, nelems, status, cmp, cmp_value)
#define shmem_test_some(ivars, nelems, indices, status, cmp, cmp_value) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, test_some))(ivars, nelems, indices, status, cmp, cmp_value)
#define shmem_test_all_vector(ivars, nelems, status, cmp, cmp_values) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, test_all_vector))(ivars, nelems, status, cmp, cmp_values)
#define shmem_test_any_vector(ivars, nelems, status, cmp, cmp_values) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, test_any_vector))(ivars, nelems, status, cmp, cmp_values)
#define shmem_test_some_vector(ivars, nelems, indices, status, cmp, cmp_values) _Generic(*(ivars), SHMEM_OF_INTEGER(shmem_, test_some_vector))(ivars, nelems, indices, status, cmp, cmp_values)

/* Deprecated: the atomics of version 1.3 */
#define shmem_fetch(source, pe) _Generic(*(source), SHMEM_OF_OLD_NUMBER(shmem_, fetch))(source, pe)
#define shmem_set(dest, value, pe) _Generic(*(dest), SHMEM_OF_OLD_NUMBER(shmem_, set))(dest, value, pe)
#define shmem_swap(dest, value, pe) _Generic(*(dest), SHMEM_OF_OLD_NUMBER(shmem_, swap))(dest, value, pe)
#define shmem_cswap(dest, cond, value, pe) _Generic(*(dest), SHMEM_OF_OLD(shmem_, cswap))(dest, cond, value, pe)
#define shmem_finc(dest, pe) _Generic(*(dest), SHMEM_OF_OLD(shmem_, finc))(dest, pe)
#define shmem_inc(dest, pe) _Generic(*(dest), SHMEM_OF_OLD(shmem_, inc))(dest, pe)
#define shmem_fadd(dest, value, pe) _Generic(*(dest), SHMEM_OF_OLD(shmem_, fadd))(dest, value, pe)
#define shmem_add(dest, value, pe) _Generic(*(dest), SHMEM_OF_OLD(shmem_, add))(dest, value, pe)
#endif

#ifdef __cplusplus
}
#endif
#endif
