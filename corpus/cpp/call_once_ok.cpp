// std::call_once calls a function that puts and completes the put (OpenSHMEM 1.5, 9.11.2) before the source is stored to.
//
//@ expect: none
//@ twin: call_once_race.cpp
#include <mutex>
#include <shmem.h>

static long data[64], inbox[64];
static std::once_flag once;

static void send()
{
    shmem_long_put_nbi(inbox, data, 64, (shmem_my_pe() + 1) % shmem_n_pes());
    shmem_quiet();
}

int main()
{
    shmem_init();
    std::call_once(once, send);
    data[0] = 1;
    shmem_finalize();
}
