// std::call_once calls a function that puts. The source is stored to while the put is pending (OpenSHMEM 1.5, 9.5.1).
//
//@ expect: error RMA101 A B
//@ twin: call_once_ok.cpp
#include <mutex>
#include <shmem.h>

static long data[64], inbox[64];
static std::once_flag once;

static void send()
{
    shmem_long_put_nbi(inbox, data, 64, (shmem_my_pe() + 1) % shmem_n_pes()); //@ A
}

int main()
{
    shmem_init();
    std::call_once(once, send);
    data[0] = 1; //@ B
    shmem_finalize();
}
