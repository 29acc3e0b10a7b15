// Windows and epochs as objects.
#pragma once

#include "comm.hpp"
#include <cstddef>
#include <utility>
#include <vector>

namespace strips {

/// A window over memory of its own, of elements of one type.
template <class T> class Window {
public:
    Window(const Communicator &comm, std::size_t count) : count_(count) {
        const auto bytes = static_cast<MPI_Aint>(count * sizeof(T));
        STRIPS_CHECK(MPI_Win_allocate(bytes, sizeof(T), MPI_INFO_NULL, comm.handle(), &base_, &window_));
        for (std::size_t i = 0; i < count_; ++i)
            base_[i] = T{};
    }
    Window(Window &&other) noexcept
        : count_(other.count_), base_(std::exchange(other.base_, nullptr)),
          window_(std::exchange(other.window_, MPI_WIN_NULL)) {}
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;
    ~Window() {
        if (window_ != MPI_WIN_NULL)
            MPI_Win_free(&window_);
    }

    MPI_Win handle() const { return window_; }
    std::size_t size() const { return count_; }
    T *begin() { return base_; }
    T *end() { return base_ + count_; }
    T &operator[](std::size_t i) { return base_[i]; }
    const T &operator[](std::size_t i) const { return base_[i]; }

    /// Begins a put of `count` elements to `target`, at element `at`.
    void put(const T *source, int count, int target, std::ptrdiff_t at) const {
        STRIPS_CHECK(MPI_Put(source, count, Datatype<T>::get(), target, at, count, Datatype<T>::get(), window_)); //@ PUT
    }

    /// Begins a get of `count` elements of `target`, from element `at`.
    void get(T *destination, int count, int target, std::ptrdiff_t at) const {
        STRIPS_CHECK(MPI_Get(destination, count, Datatype<T>::get(), target, at, count, Datatype<T>::get(), window_)); //@ GET
    }

    /// Begins to add `count` elements to those of `target` from element `at`.
    void add(const T *source, int count, int target, std::ptrdiff_t at) const {
        STRIPS_CHECK(MPI_Accumulate(source, count, Datatype<T>::get(), target, at, count, Datatype<T>::get(), MPI_SUM, window_));
    }

private:
    std::size_t count_;
    T *base_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;
};

/// The time between two fences.
class FenceEpoch {
public:
    explicit FenceEpoch(MPI_Win window) : window_(window) { STRIPS_CHECK(MPI_Win_fence(0, window_)); }
    ~FenceEpoch() { MPI_Win_fence(0, window_); }
    FenceEpoch(const FenceEpoch &) = delete;
    FenceEpoch &operator=(const FenceEpoch &) = delete;

private:
    MPI_Win window_;
};

/// A lock of one process' part of a window.
class Lock {
public:
    enum class Kind { shared, exclusive };

    Lock(Kind kind, int target, MPI_Win window) : target_(target), window_(window) {
        const int type = kind == Kind::exclusive ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED;
        STRIPS_CHECK(MPI_Win_lock(type, target_, 0, window_));
    }
    ~Lock() { MPI_Win_unlock(target_, window_); }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

private:
    int target_;
    MPI_Win window_;
};

/// A lock of all parts of a window.
class LockAll {
public:
    explicit LockAll(MPI_Win window) : window_(window) { STRIPS_CHECK(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_)); }
    ~LockAll() { MPI_Win_unlock_all(window_); }
    LockAll(const LockAll &) = delete;
    LockAll &operator=(const LockAll &) = delete;

    void flush(int target) const { STRIPS_CHECK(MPI_Win_flush(target, window_)); }
    void flush_all() const { STRIPS_CHECK(MPI_Win_flush_all(window_)); }
    void flush_local(int target) const { STRIPS_CHECK(MPI_Win_flush_local(target, window_)); }

private:
    MPI_Win window_;
};

} // namespace strips
