// A loop makes ports, each with a table of operations that the program fills itself; one port is chosen by the number of arguments.
//
// MPI 4.1, 12.7.1: the origin buffer of a put must not be updated before the operation is complete at the origin. The operation at the end
// synchronises the copies of the window (12.5.4) and does not complete the put, so the store races with it, whichever port is chosen.
//@ expect: error RMA101 PUT STORE
//@ twin: operations_set_per_port_ok.cpp
#include <mpi.h>

struct Port;

struct Operations {
    void (*begin)(Port *);
    void (*end)(Port *);
};

struct Port {
    Operations *operations;
    int peer;
    double *value;
    MPI_Win window;
};

struct Observer {
    virtual ~Observer() = default;
    virtual void note() = 0;
};

struct Silent : Observer {
    void note() override {}
};

static void begin_put(Port *port) {
    MPI_Put(port->value, 1, MPI_DOUBLE, port->peer, 0, 1, MPI_DOUBLE, port->window); //@ PUT
}

static void end_put(Port *port) {
    MPI_Win_sync(port->window);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *cells, value = rank;
    MPI_Win window;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &window);
    MPI_Win_lock_all(0, window);
    Observer *observer = new Silent;
    observer->note();
    Port **ports = new Port *[argc + 1];
    for (int i = 0; i <= argc; i++) {
        ports[i] = new Port{new Operations{}, (rank + 1) % size, &value, window};
        ports[i]->operations->begin = begin_put;
        ports[i]->operations->end = end_put;
    }
    Port *port = ports[argc / 2];
    port->operations->begin(port);
    port->operations->end(port);
    value = 0; //@ STORE
    MPI_Win_unlock_all(window);
    for (int i = 0; i <= argc; i++) {
        delete ports[i]->operations;
        delete ports[i];
    }
    delete[] ports;
    delete observer;
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
