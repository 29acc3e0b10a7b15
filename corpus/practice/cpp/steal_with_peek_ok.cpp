/*
 * Each process has a queue of tasks in window memory: head, tail, and a ring of task numbers. The owner pushes and pops at the tail,
 * others steal at the head; every change is made under an exclusive lock of the queue. No task makes new ones, so a process that has
 * found all queues empty is done.
 *
 * Accesses inside exclusive locks of one window and rank exclude each other (MPI 4.1, 12.5.3), the owner's direct ones too, under its
 * own lock on itself.
 *
 * Race-free: the owner looks at head and tail only while it has the lock.
 */
//@ expect: none
//@ twin: steal_with_peek_race.cpp
#include <mpi.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        throw std::runtime_error(what);
}

class ExclusiveLock {
public:
    ExclusiveLock(MPI_Win win, int target) : win_(win), target_(target)
    {
        check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target_, 0, win_), "MPI_Win_lock");
    }
    ~ExclusiveLock() { MPI_Win_unlock(target_, win_); }
    ExclusiveLock(const ExclusiveLock &) = delete;
    ExclusiveLock &operator=(const ExclusiveLock &) = delete;
    void flush() const { check(MPI_Win_flush(target_, win_), "MPI_Win_flush"); }

private:
    MPI_Win win_;
    int target_;
};

class TaskQueue {
public:
    using Task = long;

    TaskQueue(MPI_Comm comm, long capacity) : capacity_(capacity)
    {
        check(MPI_Comm_rank(comm, &rank_), "MPI_Comm_rank");
        check(MPI_Win_allocate((TASKS + capacity) * static_cast<MPI_Aint>(sizeof(long)), sizeof(long), MPI_INFO_NULL, comm, &cells_, &win_),
              "MPI_Win_allocate");
        cells_[HEAD] = 0;
        cells_[TAIL] = 0;
        check(MPI_Barrier(comm), "MPI_Barrier");
    }
    ~TaskQueue() { MPI_Win_free(&win_); }
    TaskQueue(const TaskQueue &) = delete;
    TaskQueue &operator=(const TaskQueue &) = delete;

    void push(Task task)
    {
        ExclusiveLock lock(win_, rank_);
        if (cells_[TAIL] - cells_[HEAD] >= capacity_)
            throw std::length_error("the queue is full");
        cells_[TASKS + cells_[TAIL] % capacity_] = task;
        cells_[TAIL] += 1;
    }

    std::optional<Task> pop()
    {
        ExclusiveLock lock(win_, rank_);
        if (cells_[HEAD] >= cells_[TAIL])
            return std::nullopt;
        cells_[TAIL] -= 1;
        return cells_[TASKS + cells_[TAIL] % capacity_];
    }

    std::optional<Task> steal(int victim)
    {
        long bounds[2] = {0, 0};
        Task task = 0;
        ExclusiveLock lock(win_, victim);

        check(MPI_Get(bounds, 2, MPI_LONG, victim, HEAD, 2, MPI_LONG, win_), "MPI_Get");
        lock.flush();
        if (bounds[0] >= bounds[1])
            return std::nullopt;
        check(MPI_Get(&task, 1, MPI_LONG, victim, TASKS + bounds[0] % capacity_, 1, MPI_LONG, win_), "MPI_Get");
        bounds[0] += 1;
        check(MPI_Put(bounds, 1, MPI_LONG, victim, HEAD, 1, MPI_LONG, win_), "MPI_Put");
        lock.flush();
        return task;
    }

private:
    enum Cell { HEAD, TAIL, TASKS };

    long capacity_;
    int rank_ = 0;
    long *cells_ = nullptr;
    MPI_Win win_ = MPI_WIN_NULL;
};

double run_task(long task)
{
    double sum = 0.0;
    for (long i = 1; i <= 1000 * (task % 7 + 1); ++i)
        sum += std::sqrt(static_cast<double>(i + task));
    return sum;
}

struct Result {
    long own = 0;
    long stolen = 0;
    double sum = 0.0;
};

class Worker {
public:
    Worker(MPI_Comm comm, long tasks) : queue_(comm, tasks)
    {
        check(MPI_Comm_rank(comm, &rank_), "MPI_Comm_rank");
        check(MPI_Comm_size(comm, &size_), "MPI_Comm_size");
        /* The first processes have more than the others. */
        for (long t = 0; t < tasks / (rank_ + 1); ++t)
            queue_.push(rank_ * tasks + t);
        check(MPI_Barrier(comm), "MPI_Barrier");
    }

    Result run()
    {
        Result result;
        while (true) {
            while (const auto task = queue_.pop()) {
                result.sum += run_task(*task);
                ++result.own;
            }
            const auto task = steal_from_any();
            if (!task)
                return result;
            result.sum += run_task(*task);
            ++result.stolen;
        }
    }

    int rank() const { return rank_; }

private:
    std::optional<TaskQueue::Task> steal_from_any()
    {
        for (int k = 1; k < size_; ++k)
            if (const auto task = queue_.steal((rank_ + k) % size_))
                return task;
        return std::nullopt;
    }

    int rank_ = 0, size_ = 1;
    TaskQueue queue_;
};

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    try {
        const long tasks = argc > 1 ? std::atol(argv[1]) : 200;
        if (tasks < 1 || tasks > 100000)
            throw std::invalid_argument("usage: steal [tasks 1..100000]");
        Worker worker(MPI_COMM_WORLD, tasks);
        const double begin = MPI_Wtime();
        const Result result = worker.run();
        std::cout << "process " << worker.rank() << ": " << result.own << " own and " << result.stolen << " stolen tasks, sum " << result.sum
                  << ", " << MPI_Wtime() - begin << " s\n";
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
