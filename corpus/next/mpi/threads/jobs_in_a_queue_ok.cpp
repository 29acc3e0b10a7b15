/*
 * A thread executes jobs from a queue; the initial thread gives it a job that puts a block, and changes the block when the queue is empty and
 * the job is done.
 *
 * The put reads the block until the flush of the job returns (MPI 4.1, 12.3.1). `drain` waits under a mutex for what the thread sets after it,
 * so the store comes later.
 */
//@ expect: none
//@ twin: jobs_in_a_queue_race.cpp
#include <mpi.h>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Queue {
public:
    Queue() : worker_([this] { run(); }) {}
    ~Queue() {
        { std::lock_guard<std::mutex> g(m_); stop_ = true; }
        cv_.notify_all();
        worker_.join();
    }
    void push(std::function<void()> job) {
        { std::lock_guard<std::mutex> g(m_); jobs_.push_back(std::move(job)); ++open_; }
        cv_.notify_one();
    }
    void drain() {
        std::unique_lock<std::mutex> l(m_);
        idle_.wait(l, [this] { return open_ == 0; });
    }
private:
    void run() {
        for (;;) {
            std::function<void()> job;
            {
                std::unique_lock<std::mutex> l(m_);
                cv_.wait(l, [this] { return stop_ || !jobs_.empty(); });
                if (jobs_.empty()) return;
                job = std::move(jobs_.front());
                jobs_.pop_front();
            }
            job();
            {
                std::lock_guard<std::mutex> g(m_);
                --open_;
            }
            idle_.notify_all();
        }
    }
    std::mutex m_;
    std::condition_variable cv_, idle_;
    std::deque<std::function<void()>> jobs_;
    int open_ = 0;
    bool stop_ = false;
    std::thread worker_;
};

int main(int argc, char **argv) {
    int provided, rank, size;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *mem; MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    {
        Queue q;
        auto block = std::make_shared<std::vector<double>>(64, rank);
        int right = (rank + 1) % size;
        for (int step = 0; step < 10; ++step) {
            q.push([block, right, win] {
                MPI_Put(block->data(), 64, MPI_DOUBLE, right, 0, 64, MPI_DOUBLE, win);
                MPI_Win_flush(right, win);
            });
            q.drain();
            for (auto &x : *block) x += 1;
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
