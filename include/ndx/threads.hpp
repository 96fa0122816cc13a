// Threads of the standard library: call use_threads() once at program start. Link with -pthread where the
// system's threads are a library of their own.
//
// The threads of the pool start at the first large call and end when the program does. One that has nothing to
// do looks for work for some microseconds and then sleeps. The calling thread takes parts as the others do and
// never waits for one that sleeps, so that a busy machine delays a call by no more than the parts that were
// begun.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include <ndx/base/error.hpp>
#include <ndx/kernel/loop/wake_time.hpp>

#if (defined(__unix__) && !defined(__EMSCRIPTEN__)) || defined(__APPLE__)
#include <pthread.h>
#endif

NDX_NAMESPACE_BEGIN
namespace detail {

/// Threads that wait for parts to run. A pool runs the parts of one call at a time: a call that is made
/// meanwhile, by a part or by another thread, runs on the thread that makes it.
class ThreadPool {
 public:
  /// `before` is the pool of the process that this one was forked from, whose threads are not here.
  explicit ThreadPool(ThreadPool* before = nullptr) noexcept : before_(before) {}

  /// Does what Executor::run does.
  void run(index_t parts, Executor::Task task, const void* work) {
    if (is_busy_.exchange(true, std::memory_order_acquire)) {
      for (index_t part = 0; part < parts; ++part) task(work, part);
      return;
    }
    const Job job{task, work, parts};
    offer(job);
    take_parts(job);
    withdraw();
    is_busy_.store(false, std::memory_order_release);
  }

  /// Ends the threads when the parts that they have begun are done. Later calls run on the thread that makes them.
  void stop() {
    std::vector<std::thread> ended;
    {
      const std::lock_guard lock(mutex_);
      is_stopped_.store(true);
      ended.swap(threads_);
    }
    wake_.notify_all();
    for (std::thread& thread : ended) {
      if (thread.get_id() == std::this_thread::get_id()) {
        thread.detach();  // a part has called exit()
      } else {
        thread.join();
      }
    }
  }

 private:
  struct Job {
    Executor::Task task;
    const void* work;
    index_t parts;
  };

  /// Tests `is_there` for some microseconds, about as long as waking a thread takes.
  template <class Condition>
  static void look_for(const Condition& is_there) {
    for (int look = 0; look < 1000 && !is_there(); ++look) {
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#endif
    }
  }

  /// Offers the job to as many threads as it has parts for.
  void offer(const Job& job) {
    index_t wanted = job.parts - 1;
    {
      const std::lock_guard lock(mutex_);
      start_threads(wanted);
      if (const auto there = static_cast<index_t>(threads_.size()); there < wanted) wanted = there;
      job_ = job;
      next_.store(0, std::memory_order_relaxed);
      wanted_.store(wanted);
      if (sleeping_ < wanted) wanted = sleeping_;
    }
    for (index_t thread = 0; thread < wanted; ++thread) wake_.notify_one();
  }

  /// Starts the threads that are missing, or as many of them as the system allows.
  void start_threads(index_t count) noexcept {
    if (is_stopped_.load()) return;
    try {
      while (static_cast<index_t>(threads_.size()) < count)
        threads_.emplace_back([this] { serve(); });
    } catch (const std::exception&) {
      return;  // the threads that there are do the work
    }
  }

  /// Takes the job from the threads that have not begun it, and waits for those that have.
  void withdraw() {
    const auto is_done = [&] { return at_work_.load() == 0; };
    std::unique_lock lock(mutex_);
    wanted_.store(0);
    lock.unlock();
    look_for(is_done);
    lock.lock();
    done_.wait(lock, is_done);
  }

  /// Runs parts that nobody has taken until there are none.
  void take_parts(const Job& job) {
    for (index_t part; (part = next_.fetch_add(1, std::memory_order_relaxed)) < job.parts;)
      job.task(job.work, part);
  }

  /// Runs parts of each job that is offered, until the pool stops.
  void serve() {
    const auto is_called = [&] { return wanted_.load() > 0 || is_stopped_.load(); };
    for (;;) {
      look_for(is_called);
      std::unique_lock lock(mutex_);
      ++sleeping_;
      wake_.wait(lock, is_called);
      --sleeping_;
      if (is_stopped_.load()) return;
      wanted_.fetch_sub(1);
      at_work_.fetch_add(1);
      const Job job = job_;
      lock.unlock();
      take_parts(job);
      lock.lock();
      if (at_work_.fetch_sub(1) == 1) done_.notify_one();
    }
  }

  // The pool is kept, because destroying a thread that is not here would end the program.
  [[maybe_unused]] ThreadPool* const before_;
  std::atomic<bool> is_busy_{false};
  std::mutex mutex_;  // held to change anything below but next_
  std::condition_variable wake_;
  std::condition_variable done_;
  std::vector<std::thread> threads_;
  index_t sleeping_ = 0;
  Job job_{};
  std::atomic<index_t> next_{0};     // the first part of the job that nobody has taken
  std::atomic<index_t> wanted_{0};   // threads that may still begin the job
  std::atomic<index_t> at_work_{0};  // threads that have begun it and are not done
  std::atomic<bool> is_stopped_{false};
};

/// The pool of this process. It is never destroyed, so that destructors of static objects may use tensors.
inline std::atomic<ThreadPool*> thread_pool{nullptr};

/// Makes the pool of this process unless there is one. A forked process has only the thread that called fork,
/// so it gets a pool of its own, whose threads start at its first large call.
inline void make_thread_pool() {
  static const bool is_made = [] {
    thread_pool.store(new ThreadPool);
    std::atexit([] { thread_pool.load()->stop(); });
#if (defined(__unix__) && !defined(__EMSCRIPTEN__)) || defined(__APPLE__)
    pthread_atfork(nullptr, nullptr,
                   [] { thread_pool.store(new (std::nothrow) ThreadPool(thread_pool.load())); });
#endif
    return true;
  }();
  static_cast<void>(is_made);
}

/// Returns the number of processors, as far as threads may be made for them.
inline index_t processors() {
  const auto count = static_cast<index_t>(std::thread::hardware_concurrency());
  return count < 1 ? 1 : count < kMostThreads ? count : kMostThreads;
}

}  // namespace detail

/// Shares the work of large calls between threads of the standard library from now on. By default there are as many
/// as the environment variable NDX_NUM_THREADS says, which is read once, or else as there are processors. Results
/// stay the same, bit for bit. set_executor({}) undoes the call; do not call either while another thread uses
/// tensors. Throws ValueError unless there are 1 to 1024 threads.
inline void use_threads(index_t threads = detail::threads_asked_for("use_threads",
                                                                    detail::processors())) {
  if (threads < 1 || threads > detail::kMostThreads)
    throw_value_error("use_threads: ", threads, " threads; there must be from 1 to ",
                      detail::kMostThreads);
  detail::make_thread_pool();
  Executor executor;
  executor.threads = threads;
  executor.run = [](index_t parts, Executor::Task task, const void* work) {
    if (detail::ThreadPool* const pool = detail::thread_pool.load())
      return pool->run(parts, task, work);
    for (index_t part = 0; part < parts; ++part) task(work, part);
  };
  executor.grain_ns = detail::measure_grain(executor);
  set_executor(executor);
}

NDX_NAMESPACE_END
