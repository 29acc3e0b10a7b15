// A model with its buffers, its window and a table of times by phase in one object; each step puts the edge and then computes it anew.
//
// The put of a step is completed only before that of the next one, when the edge has been computed anew: it is written while the put may
// still read it (MPI 4.1, 12.3). The map grows in the time loop; what it links to each other are its own nodes.
//@ expect: error RMA101 A B
//@ twin: times_by_phase_ok.cpp
#include <chrono>
#include <map>
#include <mpi.h>
#include <string>
#include <vector>

class Times {
public:
    void add(const std::string &phase, double seconds) { seconds_[phase] += seconds; }
    double of(const std::string &phase) const { return seconds_.at(phase); }

private:
    std::map<std::string, double> seconds_;
};

class Model {
public:
    explicit Model(int size) : edge_(static_cast<std::size_t>(size)), size_(size)
    {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &processes_);
        MPI_Win_allocate(size * static_cast<MPI_Aint>(sizeof(double)), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                         &halo_, &window_);
    }
    ~Model() { MPI_Win_free(&window_); }
    Model(const Model &) = delete;
    Model &operator=(const Model &) = delete;

    void run(int steps)
    {
        MPI_Win_lock_all(0, window_);
        for (int step = 0; step < steps; ++step) {
            const auto begin = std::chrono::steady_clock::now();
            compute(step);
            times_.add("compute", since(begin));
            const auto middle = std::chrono::steady_clock::now();
            send();
            times_.add("send", since(middle));
        }
        MPI_Win_unlock_all(window_);
    }
    double seconds() const { return times_.of("compute") + times_.of("send"); }

private:
    using Clock = std::chrono::steady_clock;
    static double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

    void compute(int step)
    {
        for (int i = 0; i < size_; ++i)
            edge_[static_cast<std::size_t>(i)] = step + 0.5 * i; //@ B
    }
    void send()
    {
        MPI_Win_flush((rank_ + 1) % processes_, window_);
        MPI_Put(edge_.data(), size_, MPI_DOUBLE, (rank_ + 1) % processes_, 0, size_, MPI_DOUBLE, window_); //@ A
    }

    Times times_;
    std::vector<double> edge_;
    double *halo_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;
    int size_, rank_ = 0, processes_ = 1;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double seconds;
    {
        Model model(64);
        model.run(10);
        seconds = model.seconds();
    }
    MPI_Finalize();
    return seconds < 0;
}
