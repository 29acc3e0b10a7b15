// A window is moved into a class that keeps it; the object that it comes from owns nothing any more, and its destructor frees nothing.
// A fence stands between the get and the read.
//
// MPI 4.1, 12.7.1 and 12.5.1: a get's result is there when the fence that ends the epoch returns.
//@ expect: none
//@ twin: moved_window_fence_missing.cpp
#include <mpi.h>
#include <cstdio>
#include <utility>
#include <vector>

class Window {
public:
    Window() = default;
    Window(MPI_Comm comm, int n) {
        MPI_Win_allocate(static_cast<MPI_Aint>(n * sizeof(float)), sizeof(float), MPI_INFO_NULL, comm, &base_, &win_);
    }
    Window(Window &&other) noexcept : base_(std::exchange(other.base_, nullptr)), win_(std::exchange(other.win_, MPI_WIN_NULL)) {}
    Window &operator=(Window &&other) noexcept {
        std::swap(base_, other.base_);
        std::swap(win_, other.win_);
        return *this;
    }
    ~Window() {
        if (win_ != MPI_WIN_NULL)
            MPI_Win_free(&win_);
    }
    MPI_Win handle() const { return win_; }

private:
    float *base_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

static Window make(MPI_Comm comm, int n) {
    Window window(comm, n);
    return window;
}

class Reader {
public:
    explicit Reader(Window window) : window_(std::move(window)), values_(16) {}
    float first(int source) {
        MPI_Win_fence(MPI_MODE_NOPRECEDE, window_.handle());
        MPI_Get(values_.data(), 16, MPI_FLOAT, source, 0, 16, MPI_FLOAT, window_.handle());
        MPI_Win_fence(MPI_MODE_NOSUCCEED, window_.handle());
        float value = values_.front();
        return value;
    }

private:
    Window window_;
    std::vector<float> values_;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    {
        Window window;
        window = make(MPI_COMM_WORLD, 16);
        Reader reader(std::move(window));
        std::printf("%g\n", reader.first((rank + 1) % size));
    }
    MPI_Finalize();
    return 0;
}
