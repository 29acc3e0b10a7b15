// A board that lives in a static variable of a function, made at its first use: two uses, one window. post
// completes its put.
//
// C++20, 8.8: the variable is initialised once, the first time that control passes its declaration. MPI 4.1, 12.7.1: the origin buffer must
// not be updated before the put completes at the origin.
//@ expect: none
//@ twin: static_window_not_flushed.cpp
#include <mpi.h>
#include <cstdio>

class Board {
public:
    static Board &instance() {
        static Board board;
        return board;
    }
    void open(MPI_Comm comm) {
        MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &slots_, &window_);
        MPI_Win_lock_all(0, window_);
    }
    void post(int target, int slot, const int *value) {
        MPI_Put(value, 1, MPI_INT, target, slot, 1, MPI_INT, window_);
        MPI_Win_flush_local(target, window_);
    }
    void close() {
        MPI_Win_unlock_all(window_);
        MPI_Win_free(&window_);
    }

private:
    Board() = default;
    ~Board() { std::printf("board %s\n", window_ == MPI_WIN_NULL ? "closed" : "open"); }
    int *slots_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Board::instance().open(MPI_COMM_WORLD);
    int line = rank;
    Board::instance().post((rank + 1) % size, 0, &line);
    line = rank + 100;
    Board::instance().post((rank + 1) % size, 1, &line);
    Board::instance().close();
    MPI_Finalize();
    return 0;
}
