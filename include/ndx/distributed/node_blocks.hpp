// NodeBlocks: the blocks of a distributed tensor on one node, in memory that all its ranks can
// read.
//
// Each block is an anonymous file of Linux, which the other ranks open through /proc and map for
// reading. MPI has windows of shared memory, but creating one is collective, and the other ranks
// would wait for a rank that cannot allocate its part. A mapping is valid until it is unmapped, so
// no rank waits for another when a tensor is destroyed.
#pragma once

#include <vector>

#include <ndx/distributed/communicator.hpp>
#include <ndx/io/file.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
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
  static struct stat status_of(const std::string& where, int file) {
    struct stat status{};
    if (::fstat(file, &status) != 0) throw_refused(where, "cannot be opened");
    return status;
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

}  // namespace detail
NDX_NAMESPACE_END
