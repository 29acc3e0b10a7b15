// A class with a window, a line buffer and a cache of the values that it has fetched, in a hash table.
//
// MPI 4.1, 12.7.1: the result buffer of a get must not be read before the operation is complete. The flush comes behind the load (12.5.4).
//@ expect: error RMA102 GET LOAD
//@ twin: cache_beside_window_ok.cpp
#include <mpi.h>
#include <unordered_map>
#include <vector>

class Remote {
public:
    explicit Remote(int cells) : own_(cells, 1), line_(cells) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        MPI_Win_create(own_.data(), cells * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &window_);
        MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
    }
    ~Remote() {
        MPI_Win_unlock_all(window_);
        MPI_Win_free(&window_);
    }
    Remote(const Remote &) = delete;
    Remote &operator=(const Remote &) = delete;

    long at(int key) {
        auto known = cache_.find(key);
        if (known != cache_.end()) {
            return known->second;
        }
        const int cell = key % static_cast<int>(line_.size());
        const int peer = (rank_ + 1) % size_;
        MPI_Get(&line_[cell], 1, MPI_LONG, peer, cell, 1, MPI_LONG, window_); //@ GET
        const long value = line_[cell]; //@ LOAD
        MPI_Win_flush(peer, window_);
        cache_.emplace(key, value);
        return value;
    }

private:
    std::unordered_map<int, long> cache_;
    MPI_Win window_;
    std::vector<long> own_, line_;
    int rank_, size_;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    long sum = 0;
    {
        Remote remote(32);
        for (int i = 0; i < 200; i++) {
            sum += remote.at(i * 5 % 47);
        }
    }
    MPI_Finalize();
    return sum < 0;
}
