// A mailbox in symmetric memory: the value is put, then a flag; the receiver waits for the flag and reads the value. shmem_fence orders the two puts.
//
// OpenSHMEM 1.6, 9.10.1: shmem_fence orders puts to one processing element. Without it the flag may arrive before the value.
//@ expect: none
//@ twin: template_signal_unordered.cpp
#include <shmem.h>
#include <cstdio>

struct Mailbox {
    long value[4];
    int flag;
};

static Mailbox box;

template <int N> static void send(const long (&values)[N], int pe) {
    shmem_long_put(box.value, values, N, pe);
    shmem_fence();
    shmem_int_p(&box.flag, 1, pe);
}

int main() {
    shmem_init();
    const int me = shmem_my_pe();
    const long values[4] = {1, 2, 3, me};
    if (me == 0 && shmem_n_pes() > 1)
        send(values, 1);
    if (me == 1) {
        shmem_int_wait_until(&box.flag, SHMEM_CMP_EQ, 1);
        long sum = 0;
        for (long v : box.value)
            sum += v;
        std::printf("%ld\n", sum);
    }
    shmem_finalize();
    return 0;
}
