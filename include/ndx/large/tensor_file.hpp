// File: an array in a file that is indexed without loading it.
//
// An index is planned as for a tensor. The plan's runs are then sorted by the chunks of the file,
// so that each chunk is read or written once and in the order of the file, as far as the memory for
// the lists allows. The formats are hidden behind ChunkStore; part_transfer.hpp moves the elements.
#pragma once

#include <ndx/large/npy_chunks.hpp>
#include <ndx/large/part_transfer.hpp>

NDX_NAMESPACE_BEGIN

/// Options of a File: memory, block size, progress, and whether writes are atomic.
struct FileOptions {
  /// Bytes that a call may use in addition to its plan, its result and its value. They are used for
  /// chunks (at least one, whatever its size) and for lists of the runs that the call selects (at
  /// least half of these bytes, or room for 1024 runs). A run is a range of elements that is
  /// contiguous both in a chunk and in the result, such as a row. Each chunk is read once if the
  /// lists have room for all runs: 24 bytes per run where chunks are read whole, 56 where they are
  /// read in part, and 64 for each chunk of the file. Otherwise as many runs as fit, at 48 or 80
  /// bytes, are sorted at a time, and their chunks are read again for the next runs. A file that is
  /// no larger than this and is in memory anyway can be mapped; it then stays mapped as long as the
  /// File lives.
  index_t memory = index_t{256} << 20;
  /// Bytes of a block, for files that have no chunks of their own.
  index_t block = index_t{1} << 20;
  /// Called after each chunk with the number of bytes that have been read or written and their
  /// total; see Progress.
  Progress progress{};
  /// If set, a write goes to a copy of the file, which replaces the file when everything is
  /// written.
  bool atomic = false;
  /// Whether bytes in the page cache may be read from a map, which is fast for many short runs. A
  /// program that makes a mapped file shorter kills this process; reading by calls throws ValueError
  /// then. It also is faster in virtual machines that have the file in pages of 4 KB.
  bool map = true;
};

/// An array in an .npy file that is indexed, read and written in place. Each index is planned
/// first, and its elements are sorted by the chunks of the file, so that chunks are read in the
/// order of the file, and once each if FileOptions::memory has room for the lists. The result
/// equals that of the same call on a tensor with these elements. A File<const T> is read-only.
///   File<float> table("table.npy");
///   Tensor<float> rows = table.index({ids});
///   table.index_put_({ids}, rows * 0.5F, {.reduce = Reduce::add});
/// A File is a handle: copies share the open file. Several threads may read through it at the same
/// time.
template <Element T>
class File {
  using value_type = std::remove_const_t<T>;
  using Options = IndexOptions<value_type>;

 public:
  /// Opens an .npy file whose elements must be of type T. Elements in the other byte order are
  /// converted when they are read and written. Throws ValueError, with the file name, if the file
  /// cannot be opened (for writing, unless T is const), is malformed or has another type, or if an
  /// option is not positive.
  explicit File(const std::string& path, FileOptions options = {})
      : File(detail::NpyChunks<value_type>::open(
                 kName, path, std::is_const_v<T> ? O_RDONLY : O_RDWR, checked(options).block),
             options) {}

  /// Opens a file in another format.
  File(std::unique_ptr<detail::ChunkStore> store, FileOptions options)
      : store_(std::move(store)), options_(std::move(checked(options))) {}

  /// Returns the sizes or the rank of the array in the file, without reading any element.
  [[nodiscard]] DimsView shape() const noexcept { return store_->layout().shape; }
  [[nodiscard]] index_t dim() const noexcept { return static_cast<index_t>(shape().size()); }
  [[nodiscard]] index_t numel() const noexcept { return ndx::numel(shape()); }
  [[nodiscard]] const std::string& path() const noexcept { return store_->path(); }

  /// Reads the elements that Tensor::index selects, always into a new row-major tensor. Only chunks
  /// that contain selected elements are read. Throws as Tensor::index does, ValueError if the file
  /// cannot be read, Cancelled if the progress function returns false.
  [[nodiscard]] Tensor<value_type> index(IndexList terms, const Options& options = {}) const {
    const char* const call = "File::index";
    detail::check_read_options(call, options);
    return read(call, Plan({options.rule, options.bounds}, store_->layout(), terms, call),
                options.fill);
  }

  /// Reads as index does, with the rule set: oindex applies each index tensor to its own dim
  /// (months, stations), vindex takes the positions of all index tensors together, numpy_index
  /// follows NumPy's rule.
  [[nodiscard]] Tensor<value_type> oindex(IndexList terms, Options options = {}) const {
    options.rule = IndexRule::outer;
    return index(terms, options);
  }
  [[nodiscard]] Tensor<value_type> vindex(IndexList terms, Options options = {}) const {
    options.rule = IndexRule::vectorized;
    return index(terms, options);
  }
  [[nodiscard]] Tensor<value_type> numpy_index(IndexList terms, Options options = {}) const {
    options.rule = IndexRule::numpy;
    return index(terms, options);
  }

  /// Writes as Tensor::index_put_ does. All indices are checked first. The elements are then read,
  /// combined with the value and written, one chunk at a time. Throws as Tensor::index_put_ does,
  /// ValueError if the file cannot be written, Cancelled if the progress function returns false.
  /// If a write fails, the chunks that were written before keep their new elements; the message of
  /// a ValueError or Cancelled lists them, and written_chunks() returns them after any exception,
  /// such as one of the reducer. With the option `atomic`, the file stays unchanged instead.
  /// Nothing is written, and a ValueError is thrown, if the path, as it was resolved when the file
  /// was opened, now leads to another file or to none, for example because a write to a copy has
  /// replaced the file. Open it again then. A value in a map of the same file, as map_npy returns
  /// it, is copied first.
  template <class Value = BracedValue<value_type>, class How = Options>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  void index_put_(IndexList terms, const Value& value, const How& how = {}) const {
    const char* const call = "File::index_put_";
    detail::CurrentWrite current(*last_write_, store_->partition().count());
    IndexRule rule = IndexRule::views_first;
    if constexpr (!std::same_as<How, bool>) rule = how.rule;
    write(call, Plan({rule, detail::write_bounds(how)}, store_->layout(), terms, call), value,
          detail::write_reducer<value_type>(call, how), current.chunks());
  }

  /// Prepares an index that is used several times, for this file or any of the same shape and
  /// order.
  [[nodiscard]] Plan plan(IndexList terms, const PlanOptions& options = {}) const {
    return Plan(options, store_->layout(), terms, "File::plan");
  }
  /// read(plan) reads as index does, and write_(plan, value) writes as index_put_ does, with the
  /// plan's terms. Both throw ShapeError if the plan is for another layout.
  [[nodiscard]] Tensor<value_type> read(const Plan& plan, const value_type& fill = {}) const {
    return read("File::read", plan, fill);
  }
  template <class Value = BracedValue<value_type>, class How = Options>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  void write_(const Plan& plan, const Value& value, const How& how = {}) const {
    const char* const call = "File::write_";
    detail::CurrentWrite current(*last_write_, store_->partition().count());
    if (detail::write_bounds(how) != Bounds::raise)
      throw_value_error(call, ": bounds are set when the plan is made, not when it is used");
    if constexpr (!std::same_as<How, bool>) detail::check_no_rule(call, how);
    write(call, plan, value, detail::write_reducer<value_type>(call, how), current.chunks());
  }

  /// Returns the numbers of the chunks that the last index_put_ or write_, of this File and its
  /// copies, has changed, whatever it threw. A chunk that was being written when the call failed is
  /// among them. Blocks of .npy files are numbered in the order of the file, chunks of HDF5
  /// datasets in row-major order.
  [[nodiscard]] std::vector<index_t> written_chunks() const { return last_write_->numbers(); }

 private:
  static constexpr const char* kName = "File";
  static constexpr index_t kFewRuns = 1024;  // can be sorted at once with any `memory`

  static FileOptions& checked(FileOptions& options) {
    if (options.memory < 1) [[unlikely]]
      throw_value_error(kName, ": memory is ", options.memory, ", it must be at least 1");
    if (options.block < 1) [[unlikely]]
      throw_value_error(kName, ": block is ", options.block, ", it must be at least 1");
    return options;
  }

  [[nodiscard]] bool reads_whole_chunks() const {
    return store_->gap() == detail::ChunkStore::kWhole;
  }

  /// Returns the bytes that a thread needs to read a chunk: one buffer, or three if the chunk is
  /// stored in another form.
  [[nodiscard]] index_t chunk_bytes() const {
    constexpr index_t kMost = std::numeric_limits<index_t>::max() / 4;
    const index_t bytes = store_->partition().largest() * static_cast<index_t>(sizeof(T));
    return std::min(bytes, kMost) * (reads_whole_chunks() ? 3 : 1);
  }

  /// Returns the number of threads that may read at the same time.
  [[nodiscard]] index_t threads() const {
    if (executor().run == nullptr || !store_->reads_concurrently()) return 1;
    return std::clamp<index_t>(options_.memory / 2 / (chunk_bytes() + 1), 1, executor().threads);
  }

  /// Returns the number of runs that are sorted at a time, in the memory that chunks and their
  /// lists leave, or in half of all memory if they leave less. A run takes 24 bytes, or 16 if each
  /// run has one element. It takes 32 more where chunks are read in part, for the extents to read,
  /// and 24 more if it has to be stored before it is sorted.
  [[nodiscard]] detail::MostRuns most_runs(const Plan& plan) const {
    constexpr index_t kListed = 64;  // bytes for each chunk
    const index_t half = options_.memory / 2;
    const index_t listed = std::min(store_->partition().count(), half / kListed) * kListed;
    const index_t left = std::max(options_.memory - listed - chunk_bytes() * threads(), half);
    const bool are_single = plan.run_count() == ndx::numel(DimsView(plan.result_shape()));
    const index_t each = (are_single ? 16 : 24) + (reads_whole_chunks() ? 0 : 32);
    return {std::max<index_t>(left / each, kFewRuns),
            std::max<index_t>(left / (each + 24), kFewRuns)};
  }

  void check_plan(const char* call, const Plan& plan) const {
    const Layout& own = store_->layout();
    if (plan.source().shape == own.shape && plan.source().strides == own.strides) return;
    throw_shape_error(call, ": the plan is for shape ", DimsView(plan.source().shape),
                      " with strides ", DimsView(plan.source().strides), ", the file has shape ",
                      DimsView(own.shape), " with strides ", DimsView(own.strides));
  }

  [[nodiscard]] Tensor<value_type> read(const char* call, const Plan& plan,
                                        const value_type& fill) const {
    check_plan(call, plan);
    const Tensor<value_type> result =
        detail::make_uninitialized<value_type>(call, plan.result_shape());
    try {
      if (!read_map(plan, result, fill)) read_parts(call, plan, result, fill);
    } catch (ValueError& error) {  // assigned, so that the class of the exception stays
      error = ValueError(by_call(call, error));
      throw;
    }
    return result;
  }
  void read_parts(const char* call, const Plan& plan, const Tensor<value_type>& result,
                  const value_type& fill) const {
    if (plan.skips()) result.fill_(fill);
    detail::PartTransfer<value_type> transfer(call, *store_, options_.progress, result.numel(),
                                              threads(), options_.map);
    for_each_split(plan, [&](const Split& some, bool) { transfer.read(some, result); });
    transfer.finish();
  }

  /// Returns a message with the call that has failed in place of the call that opened the file.
  [[nodiscard]] std::string by_call(const char* call, const ValueError& error) const {
    const std::string_view said = error.what();
    const std::string opened = message(store_->call(), ": ");
    if (said.substr(0, opened.size()) != opened) return std::string(said);
    return message(call, ": ", said.substr(opened.size()));
  }

  /// Reads a plan of many short runs from a map of the file, if the whole file is in memory and no
  /// larger than `memory`. Sorting would gain nothing then, and its lists take as long as the copy
  /// itself. Returns whether the plan was read.
  [[nodiscard]] bool read_map(const Plan& plan, const Tensor<value_type>& result,
                              const value_type& fill) const {
    if constexpr (Boolean<value_type>) return false;  // bytes other than 0 and 1 are corrected
    constexpr auto kBytes = static_cast<index_t>(sizeof(T));
    const index_t runs = plan.run_count();
    if (!options_.map || options_.progress || numel() > options_.memory / kBytes ||
        runs < kFewRuns || result.numel() * kBytes / detail::kLongRun >= runs)
      return false;
    const detail::ChunkStore::Location at = store_->whole();
    if (at.descriptor < 0 || at.byte % static_cast<index_t>(alignof(T)) != 0) return false;
    const auto map = map_->find(at, numel() * kBytes, runs);
    if (!map) return false;
    const auto* const elements = reinterpret_cast<const value_type*>(map->data() + at.byte);
    const Layout& layout = store_->layout();
    plan.read_into(result, borrow(elements, layout.shape, layout.strides), fill);
    return true;
  }

  template <class Value>
  void write(const char* call, const Plan& plan, const Value& value,
             const Reducer<value_type>& reduce, detail::WrittenChunks<>& written) const {
    static_assert(!std::is_const_v<T>, "a File<const T> is read-only");
    check_plan(call, plan);
    const detail::ValueTensor<value_type> given(value);
    const bool in_place = !options_.atomic && store_->writes_in_place();
    const Tensor<const value_type> values =
        broadcast(call, plan, in_place ? apart_from_file(given.get()) : given.get());
    try {
      if (in_place) {
        store_->check_file();
        write_to(call, *store_, plan, values, reduce, written);
        store_->check_file();
      } else {
        write_copy(call, plan, values, reduce, written);
      }
    } catch (ValueError& error) {  // assigned, so that the class of the exception stays
      error = ValueError(message(by_call(call, error), "; ", told(in_place, written)));
      throw;
    } catch (Cancelled& error) {
      error = Cancelled(message(error.what(), "; ", told(in_place, written)));
      throw;
    }
  }
  /// Returns what had been written when a write failed, for its message.
  static std::string told(bool in_place, const detail::WrittenChunks<>& written) {
    return in_place ? written.told() : "this writes to a copy, and the file is as it was";
  }

  /// Returns the value, or a copy of it if it is in a map of the file, as map_npy returns it: it
  /// would change with the file.
  [[nodiscard]] Tensor<const value_type> apart_from_file(
      const Tensor<const value_type>& value) const {
    const auto* const map = value.storage().template deleter<detail::Unmap>();
    const bool is_apart = map == nullptr || map->mapping.file() != store_->file();
    return is_apart ? value : Tensor<const value_type>(value.clone());
  }
  /// Returns the value broadcast to the shape of the result without copying it; a single element
  /// stays one.
  static Tensor<const value_type> broadcast(const char* call, const Plan& plan,
                                            const Tensor<const value_type>& value) {
    const Tensor<const value_type> whole(
        value.storage(), detail::broadcast_value(call, value.layout(), plan.result_shape()));
    if (value.numel() == 1) return value.reshape({});
    return whole;
  }

  void write_copy(const char* call, const Plan& plan, const Tensor<const value_type>& values,
                  const Reducer<value_type>& reduce, detail::WrittenChunks<>& written) const {
    try {
      store_->check_file();
      const std::unique_ptr<detail::ChunkStore> copy = store_->copy();
      write_to(call, *copy, plan, values, reduce, written);
      copy->replace(*store_);
      map_->forget();
    } catch (...) {
      written.clear();
      throw;
    }
  }
  /// Writes to a file. `written` records the chunks that have been written, even if this throws.
  void write_to(const char* call, detail::ChunkStore& store, const Plan& plan,
                const Tensor<const value_type>& values, const Reducer<value_type>& reduce,
                detail::WrittenChunks<>& written) const {
    detail::PartTransfer<value_type> transfer(call, store, options_.progress,
                                              ndx::numel(DimsView(plan.result_shape())));
    for_each_split(plan, [&](const Split& some, bool is_whole) {
      if (!is_whole) written.doubt();  // its chunks are written again
      transfer.write(some, values, reduce, written);
    });
    transfer.finish();
    try {
      store.flush();
    } catch (...) {
      written.doubt();
      throw;
    }
  }

  template <class Body>
  void for_each_split(const Plan& plan, const Body& body) const {
    detail::for_each_block_of_runs(plan, store_->partition(), most_runs(plan), body);
  }

  std::shared_ptr<detail::ChunkStore> store_;
  std::shared_ptr<detail::FileMap> map_ = std::make_shared<detail::FileMap>();
  std::shared_ptr<detail::LastWrite<>> last_write_ = std::make_shared<detail::LastWrite<>>();
  FileOptions options_;
};

NDX_NAMESPACE_END
