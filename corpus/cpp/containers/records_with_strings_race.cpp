// Records with a string and a place are added one by one to a vector that grows; two of them say where to put.
//
// Both name the same place, and nothing completes the first put before the second (MPI 4.1, 12.7).
//@ expect: error RMA203 A B
//@ twin: records_with_strings.cpp
#include <mpi.h>
#include <string>
#include <vector>

struct Probe {
    std::string name;
    int at;
};

class Probes {
public:
    void add(const std::string &name, int at) { probes_.push_back(Probe{name, at}); }
    int place(std::size_t n) const { return probes_[n].at; }

private:
    std::vector<Probe> probes_;
};

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    {
        Probes probes;
        probes.add("corner", 1);
        probes.add("middle", 2);
        probes.add("end", 1);
        int first = rank, second = size;
        MPI_Win_fence(0, win);
        if (rank == 0) {
            MPI_Put(&first, 1, MPI_INT, 1, probes.place(0), 1, MPI_INT, win); //@ A
            MPI_Put(&second, 1, MPI_INT, 1, probes.place(2), 1, MPI_INT, win); //@ B
        }
        MPI_Win_fence(0, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
