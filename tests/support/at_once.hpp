// Work on several threads that begin together.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace at_once {

/// Calls body(0), …, body(count - 1), each on a thread of its own, none before all are there.
template <class Body>
void run(int count, const Body& body) {
  std::atomic<int> missing{count};
  std::vector<std::thread> threads;
  for (int id = 0; id < count; ++id) {
    threads.emplace_back([&, id] {
      missing.fetch_sub(1);
      while (missing.load() != 0) std::this_thread::yield();
      body(id);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace at_once
