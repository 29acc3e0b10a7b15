// A symmetric array as a class: put is nonblocking, and sync() waits for all processes. sync() is shmem_barrier_all, which completes puts, and the source is reused behind it.
//
// OpenSHMEM 1.6, 9.5.2 (nonblocking puts): the source must not be updated before shmem_quiet or an equivalent has completed the put.
//@ expect: none
//@ twin: symmetric_quiet_missing.cpp
#include <shmem.h>
#include <algorithm>
#include <cstddef>
#include <vector>

template <class T> class SymmetricArray {
public:
    explicit SymmetricArray(std::size_t n) : data_(static_cast<T *>(shmem_malloc(n * sizeof(T)))) {}
    ~SymmetricArray() { shmem_free(data_); }
    SymmetricArray(const SymmetricArray &) = delete;
    void put(std::size_t at, const T *source, std::size_t n, int pe) {
        shmem_putmem_nbi(data_ + at, source, n * sizeof(T), pe);
    }
    void sync() { shmem_barrier_all(); }

private:
    T *data_;
};

int main() {
    shmem_init();
    const int me = shmem_my_pe(), n = shmem_n_pes();
    {
        SymmetricArray<double> array(32);
        std::vector<double> row(32, me);
        array.put(0, row.data(), row.size(), (me + 1) % n);
        array.sync();
        std::fill(row.begin(), row.end(), -1.0);
        shmem_barrier_all();
    }
    shmem_finalize();
    return 0;
}
