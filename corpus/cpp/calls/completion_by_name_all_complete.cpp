// The way of completing is an object of one of three classes, by a name among the options of the command line.
//
// MPI 4.1, 12.5.4: a local flush completes the get at its origin, as the others do. Another name ends the program.
//@ expect: none
//@ twin: completion_by_name_one_late.cpp
#include <mpi.h>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

struct Options {
    std::string completion = "flush";
    std::string title;
};

static Options parse(int argc, char **argv) {
    Options options;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--completion") == 0)
            options.completion = argv[i + 1];
        else if (std::strcmp(argv[i], "--title") == 0)
            options.title = argv[i + 1];
    }
    return options;
}

class Completion {
public:
    virtual ~Completion() = default;
    virtual void complete(int target, MPI_Win win) const = 0;
    static std::unique_ptr<Completion> make(const std::string &name);
};

class Flush final : public Completion {
    void complete(int target, MPI_Win win) const override { MPI_Win_flush(target, win); }
};

class FlushAll final : public Completion {
    void complete(int, MPI_Win win) const override { MPI_Win_flush_all(win); }
};

class FlushLocal final : public Completion {
    void complete(int target, MPI_Win win) const override { MPI_Win_flush_local(target, win); }
};

std::unique_ptr<Completion> Completion::make(const std::string &name) {
    if (name == "flush") return std::make_unique<Flush>();
    if (name == "all") return std::make_unique<FlushAll>();
    if (name == "local") return std::make_unique<FlushLocal>();
    throw std::invalid_argument("no such completion: " + name);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const Options options = parse(argc, argv);
    const auto completion = Completion::make(options.completion);
    int *base, value = 0;
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    *base = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Get(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    completion->complete((rank + 1) % size, win);
    const int next = value + 1;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return next < 0;
}
