// Runs an ExchangePlan: each two ranks that share any of the selected elements exchange one message
// of values.
//
// A rank moves its own elements directly, and reads those that other ranks of its node share with
// it. Values that it receives for a write are applied in the order of the ranks, its own in their
// turn, and those of one rank in the order of the positions. The result is therefore that of one
// process, whichever message arrives first.
#pragma once

#include <vector>

#include <ndx/distributed/exchange_plan.hpp>
#include <ndx/io/file.hpp>
#include <ndx/tensor/plan_parts.hpp>

NDX_NAMESPACE_BEGIN

// NodeBlocks: the blocks of a distributed tensor on one node, in memory that all its ranks can
// read. Each block is an anonymous file of Linux, which the other ranks open through /proc and map
// for reading. MPI has windows of shared memory, but creating one is collective, and the other
// ranks would wait for a rank that cannot allocate its part. A mapping is valid until it is
// unmapped, so no rank waits for another when a tensor is destroyed.
namespace detail {

/// The blocks of the ranks of a node, as one rank sees them: its own and those that it maps.
class NodeBlocks {
 public:
  /// Whether ranks can share memory on this system.
#ifdef __linux__
  static constexpr bool kAvailable = true;
#else
  static constexpr bool kAvailable = false;
#endif

  /// `node` has several ranks, and must outlive this object. Memory: 8 bytes per rank, 56 per rank
  /// of the node.
  NodeBlocks(const Communicator& ranks, const OwnCommunicator& node) : node_(node) {
    own_.rank = ranks.rank();
    told_.resize(static_cast<std::size_t>(node.size()));
    mappings_.reserve(told_.size());
    blocks_.resize(static_cast<std::size_t>(ranks.size()));
  }
  NodeBlocks(const NodeBlocks&) = delete;
  NodeBlocks& operator=(const NodeBlocks&) = delete;

  /// Creates this rank's block, filled with zeros; called once. Throws bad_alloc if memory runs
  /// out, ValueError if the system cannot create the file.
  template <class T>
  Tensor<T> make_block(const Dims& shape) {
    const index_t bytes = checked_bytes(kCall, checked_numel(kCall, shape), sizeof(T));
    const Tensor<T> made(allocate(bytes), contiguous_layout(kCall, shape));
    made.fill_(T{});
    return made;
  }
  /// Tells the other ranks of the node how to open this rank's block. Collective on the node.
  void tell() {
    check_mpi(MPI_Allgather(&own_, kNumbers, MPI_INT64_T, told_.data(), kNumbers, MPI_INT64_T,
                            node_.get()));
  }
  /// Maps the blocks of the other ranks. Throws ValueError if that is not possible.
  void map_others() {
    for (const Told& other : told_) {
      if (other.rank == own_.rank) continue;
      mappings_.push_back(map(other));
      blocks_[static_cast<std::size_t>(other.rank)] = mappings_.back().data();
    }
  }
  /// Closes the file. Called when all ranks have mapped it.
  void close() noexcept { file_.close(); }

  /// Returns the elements of another rank; nullptr if it is on another node.
  [[nodiscard]] const void* block(int rank) const noexcept {
    return blocks_[static_cast<std::size_t>(rank)];
  }
  /// Waits until no rank of the node reads another one's block. Collective on the node.
  void end_reading() const { check_mpi(MPI_Barrier(node_.get())); }

 private:
  /// How to find and verify the file of a block.
  struct Told {
    index_t rank;
    index_t process;
    index_t descriptor;
    index_t device;
    index_t file;
  };
  static constexpr int kNumbers = 5;
  static_assert(sizeof(Told) == kNumbers * sizeof(index_t));
  static constexpr const char* kCall = "DistributedTensor";

  /// Throws the error of a system call. ENOSPC means lack of memory here, as ENOMEM does.
  [[noreturn]] NDX_COLD static void throw_refused(const std::string& where, const char* what) {
    throw_file_error(where, what, errno == ENOSPC ? ENOMEM : errno);
  }

  Storage allocate(index_t bytes) {
    const std::string where = message(kCall, ": shared memory");
    auto size = checked_size<std::byte>(bytes > 0 ? bytes : 1);
    if (size >= kHugePageBytes)
      size = (size + kHugePageBytes - 1) / kHugePageBytes * kHugePageBytes;
#ifdef __linux__
    file_.reset(::memfd_create("ndx", MFD_CLOEXEC));
    const auto length = static_cast<off_t>(size);
    // A block that does not fit in memory is refused here; otherwise the system would kill the
    // program when it writes to it.
    if (file_.get() < 0 ||
        uninterrupted([&] { return ::fallocate(file_.get(), 0, 0, length); }) != 0)
      throw_refused(where, "cannot be created");
#endif
    own_.process = ::getpid();
    own_.descriptor = file_.get();
    const struct stat status = status_of(where, file_.get());
    own_.device = static_cast<index_t>(status.st_dev);
    own_.file = static_cast<index_t>(status.st_ino);
    Mapping mapping = map(where, file_.get(), size, PROT_READ | PROT_WRITE);
    std::byte* const memory = mapping.writable_data();
    take_large_pages(memory, size);
    return Storage::adopt(memory, bytes, Unmap{std::move(mapping)});
  }

  static Mapping map(const Told& other) {
    const std::string where = message(kCall, ": the memory of rank ", other.rank);
    const std::string path = message("/proc/", other.process, "/fd/", other.descriptor);
    const Descriptor file(
        uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
    if (file.get() < 0) throw_refused(where, "cannot be opened");
    const struct stat status = status_of(where, file.get());
    // In another PID namespace, the number may be that of another process.
    if (static_cast<index_t>(status.st_dev) != other.device ||
        static_cast<index_t>(status.st_ino) != other.file)
      throw_value_error(where, " belongs to another namespace of processes");
    return map(where, file.get(), static_cast<std::size_t>(status.st_size), PROT_READ);
  }
  /// Asks for large pages, which Linux supports for existing shared memory from version 6.1 on.
  /// This is a hint: it may fail.
  static void take_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    constexpr int kCollapse = 25;  // MADV_COLLAPSE, which older headers lack
    ::madvise(memory, bytes, kCollapse);
#endif
  }
  /// Maps a file. A large one is mapped at a multiple of the size of huge pages.
  static Mapping map(const std::string& where, int file, std::size_t bytes, int protection) {
    const std::size_t room = bytes < kHugePageBytes ? 0 : kHugePageBytes;
    constexpr int kReserve = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* const reserved = ::mmap(nullptr, bytes + room, PROT_NONE, kReserve, -1, 0);
    if (reserved == MAP_FAILED) throw_refused(where, "cannot be mapped");
    auto* first = static_cast<std::byte*>(reserved);
    if (room != 0) {
      const std::size_t skipped = room - reinterpret_cast<std::uintptr_t>(first) % room;
      ::munmap(first, skipped);
      first += skipped;
      if (skipped != room) ::munmap(first + bytes, room - skipped);
    }
    Mapping mapping(first, bytes);
    if (::mmap(first, bytes, protection, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
      throw_refused(where, "cannot be mapped");
    return mapping;
  }

  const OwnCommunicator& node_;
  Descriptor file_{-1};
  Told own_{};
  std::vector<Told> told_;  // by rank of the node
  std::vector<Mapping> mappings_;
  std::vector<const void*> blocks_;  // by rank
};

/// Allocates a buffer for the messages of all peers of a list; an empty one if no messages are
/// needed.
template <class T>
Tensor<T> message_buffer(const char* call, const std::vector<Peer>& peers,
                         const NodeBlocks* shared) {
  bool is_needed = false;
  for (const Peer& peer : peers)
    is_needed |= shared == nullptr || shared->block(peer.rank) == nullptr;
  return make_uninitialized<T>(call, Dims{is_needed ? ExchangePlan::elements_of_all(peers) : 0});
}
template <class T>
T* message_in(const Tensor<T>& buffer, const Peer& peer) {
  return buffer.data() + peer.first;
}
template <class T>
index_t message_bytes(const Peer& peer) noexcept {
  return peer.elements * static_cast<index_t>(sizeof(T));
}

/// One read or write by a plan, of elements of type T. All memory is allocated by the constructor,
/// so that nothing fails while messages are under way. All messages are complete when the object
/// goes out of scope.
template <class T>
class Exchange {
 public:
  /// `shared` has the blocks of this node for a read, if they can be read directly; otherwise it is
  /// null.
  Exchange(const char* call, const ExchangePlan& plan, const NodeBlocks* shared = nullptr)
      : plan_(plan),
        shared_(shared),
        asked_(message_buffer<T>(call, plan.asked(), shared)),
        asks_(message_buffer<T>(call, plan.asks(), shared)),
        messages_(plan.ranks(), plan.asks().size() + plan.asked().size()) {}

  /// Copies the elements that the plan selects into `result`, which is contiguous and shares no
  /// memory with `block`, this rank's elements. Collective. Since the last write, all ranks have
  /// agreed in a step, so that no block changes during the read.
  void read(const Tensor<T>& block, const Tensor<T>& result) {
    for (const Peer& peer : plan_.asks()) {
      if (shares(peer)) {
        messages_.skip();
        continue;
      }
      T* const to =
          is_one_run(peer) ? result.data() + peer.runs.offsets[0] : message_in(asks_, peer);
      messages_.receive(peer.rank, to, message_bytes<T>(peer));
    }
    for_each_from_next(plan_.asked(), [&](const Peer& peer) {
      if (shares(peer)) return;
      messages_.send(peer.rank, message_of(peer, asked_, block.data(), block.numel()),
                     message_bytes<T>(peer));
    });
    read_runs(plan_.own(), block.numel(), block.data(), result.data(), stores_for(result));
    if (shared_ != nullptr) read_shared(result);
    const std::size_t count = plan_.asks().size();
    for (std::size_t k = messages_.wait_for_any(count); k < count;
         k = messages_.wait_for_any(count)) {
      const Peer& peer = plan_.asks()[k];
      if (!is_one_run(peer))
        write_runs(peer.runs, 0, message_in(asks_, peer), false, result.data(), Reducer<T>());
    }
  }

  /// Combines the elements that the plan selects with `value`, which is contiguous, has the shape
  /// of the result or a single element, and shares no memory with `block`. Collective.
  void write(const Tensor<T>& block, const Tensor<const T>& value, const Reducer<T>& reduce) {
    for (const Peer& peer : plan_.asked())
      messages_.receive(peer.rank, message_in(asked_, peer), message_bytes<T>(peer));
    for_each_from_next(plan_.asks(), [&](const Peer& peer) { send(peer, value); });
    const bool is_one = value.numel() == 1;
    const auto apply_own = [&] {
      write_runs(plan_.own(), block.numel(), value.data(), is_one, block.data(), reduce);
    };
    bool applied = false;
    for (std::size_t k = 0; k < plan_.asked().size(); ++k) {
      const Peer& peer = plan_.asked()[k];
      if (!applied && peer.rank > plan_.ranks().rank()) {
        apply_own();
        applied = true;
      }
      const bool one = messages_.wait_for(k) < message_bytes<T>(peer);
      write_runs(peer.runs, block.numel(), message_in(asked_, peer), one, block.data(), reduce);
    }
    if (!applied) apply_own();
  }

 private:
  /// Calls body(peer) for all peers, beginning with the next higher rank, so that not all ranks
  /// contact rank 0 first.
  template <class Body>
  void for_each_from_next(const std::vector<Peer>& peers, const Body& body) const {
    std::size_t next = 0;
    while (next < peers.size() && peers[next].rank < plan_.ranks().rank()) ++next;
    for (std::size_t k = 0; k < peers.size(); ++k) body(peers[(next + k) % peers.size()]);
  }

  /// Returns whether the block of a rank is read directly.
  [[nodiscard]] bool shares(const Peer& peer) const noexcept {
    return shared_ != nullptr && shared_->block(peer.rank) != nullptr;
  }
  void read_shared(const Tensor<T>& result) const {
    for_each_from_next(plan_.asks(), [&](const Peer& peer) {
      if (!shares(peer)) return;
      const SplitPart part = plan_.part_of(peer);
      read_runs(RunLists::of(part), part.elements, static_cast<const T*>(shared_->block(peer.rank)),
                result.data(), stores_for(result));
    });
    shared_->end_reading();
  }

  /// Returns whether a message has a single run, which needs no buffer.
  static bool is_one_run(const Peer& peer) noexcept { return peer.runs.offsets.size() == 1; }
  /// Returns the message with the runs of a tensor of `elements` elements: in place if it is a
  /// single run, otherwise copied into a buffer.
  static const T* message_of(const Peer& peer, const Tensor<T>& buffer, const T* from,
                             index_t elements) {
    if (is_one_run(peer)) return from + peer.runs.offsets[0];
    read_runs(peer.runs, elements, from, message_in(buffer, peer));
    return message_in(buffer, peer);
  }

  /// Sends the values for a peer. A single element is sent as one; the receiver recognizes it by
  /// the length of the message.
  void send(const Peer& peer, const Tensor<const T>& value) {
    if (value.numel() == 1) {
      messages_.send(peer.rank, value.data(), static_cast<index_t>(sizeof(T)));
    } else {
      messages_.send(peer.rank, message_of(peer, asks_, value.data(), 0), message_bytes<T>(peer));
    }
  }

  const ExchangePlan& plan_;
  const NodeBlocks* shared_;
  Tensor<T> asked_;    // messages to or from the ranks that ask this one
  Tensor<T> asks_;     // messages to or from the ranks that this one asks
  Messages messages_;  // last, because it uses the buffers until it is destroyed
};

}  // namespace detail
NDX_NAMESPACE_END
