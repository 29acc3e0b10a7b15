// A table of objects, one for each way to synchronise; each way is used in many turns.
// Race-free: each way completes the put before the call that orders the two processes, and the neighbour's number is read behind it (MPI 4.1, 12.5, 12.7).
//
//@ expect: none
//@ twin: kinds_in_table_of_objects_race.cpp
#include <mpi.h>

struct Way {
    virtual ~Way() = default;
    virtual void open() {}
    virtual void close() {}
    virtual void begin() = 0;
    virtual void end() = 0;
};

struct Fence final : Way {
    MPI_Win win;
    explicit Fence(MPI_Win win) : win(win) {}
    void begin() override { MPI_Win_fence(MPI_MODE_NOPRECEDE, win); }
    void end() override { MPI_Win_fence(MPI_MODE_NOSUCCEED, win); }
};

struct Lock final : Way {
    MPI_Win win;
    int target;
    Lock(MPI_Win win, int target) : win(win), target(target) {}
    void begin() override
    {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    }
    void end() override
    {
        MPI_Win_unlock(target, win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
};

struct LockAll final : Way {
    MPI_Win win;
    explicit LockAll(MPI_Win win) : win(win) {}
    void open() override { MPI_Win_lock_all(0, win); }
    void close() override { MPI_Win_unlock_all(win); }
    void begin() override { MPI_Barrier(MPI_COMM_WORLD); }
    void end() override
    {
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, wrong = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    double *cell, value;
    MPI_Win win;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    {
        Fence fence(win);
        LockAll all(win);
        Lock lock(win, right);
        Way *const ways[] = {&fence, &lock, &all};
        for (Way *way : ways) {
            way->open();
            for (int turn = 0; turn < 100; ++turn) {
                value = rank + turn;
                way->begin();
                MPI_Put(&value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
                way->end();
                if (cell[0] != left + turn)
                    ++wrong;
            }
            way->close();
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return wrong != 0;
}
