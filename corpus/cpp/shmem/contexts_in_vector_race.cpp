// Contexts are held in a vector that grows. Each one fetches a row, but the row is summed up after the quiet of another one.
//
// shmem_ctx_quiet completes the operations on its own context only (OpenSHMEM 1.5, 9.10.2): the fetch is pending when its row is read, and when
// the next fetch writes to it.
//@ expect: error RMA102 GET SUM
//@ expect: error RMA104 GET GET
//@ twin: contexts_in_vector_ok.cpp
#include <cstdio>
#include <shmem.h>
#include <vector>

namespace {

class Stream {
public:
    explicit Stream(long options) { shmem_ctx_create(options, &handle_); }
    Stream(Stream &&other) noexcept : handle_(other.handle_) { other.handle_ = SHMEM_CTX_INVALID; }
    ~Stream()
    {
        if (handle_ != SHMEM_CTX_INVALID)
            shmem_ctx_destroy(handle_);
    }
    void fetch(long *to, const long *from, int pe) { shmem_ctx_long_get_nbi(handle_, to, from, 64, pe); } //@ GET
    void finish() { shmem_ctx_quiet(handle_); }

private:
    shmem_ctx_t handle_ = SHMEM_CTX_INVALID;
};

long sum_of_neighbours(const long *table, int me, int pes)
{
    std::vector<Stream> streams;
    for (int s = 0; s < 4; ++s)
        streams.emplace_back(s % 2 ? SHMEM_CTX_PRIVATE : 0);
    long row[64] = {}, sum = 0;
    for (int s = 0; s < 4; ++s) {
        streams[s].fetch(row, table, (me + 1 + s) % pes);
        streams[(s + 1) % 4].finish();
        sum += row[0] + row[63]; //@ SUM
    }
    return sum;
}

}

int main()
{
    shmem_init();
    const int me = shmem_my_pe();
    long *table = static_cast<long *>(shmem_calloc(64, sizeof(long)));
    table[0] = me;
    shmem_barrier_all();
    const long sum = sum_of_neighbours(table, me, shmem_n_pes());
    std::printf("%ld\n", sum);
    shmem_barrier_all();
    shmem_free(table);
    shmem_finalize();
    return 0;
}
