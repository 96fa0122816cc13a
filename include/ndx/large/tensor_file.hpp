// File: an array in a file, indexed without loading it.
#pragma once

#include <ndx/large/file_map.hpp>
#include <ndx/large/npy_chunks.hpp>
#include <ndx/large/part_transfer.hpp>

NDX_NAMESPACE_BEGIN

/// How a File reads and writes.
struct FileOptions {
  /// Bytes that a call may use beside its plan, its result and its value: for chunks, at least one
  /// whatever its size, and for lists of the runs that it selects, at least half of these bytes or room
  /// for 1024 runs. A run is what is adjacent in a chunk and in the result, such as a row. Each chunk is
  /// read once if the lists have room for all runs: 24 bytes each where chunks are read whole, 56 where
  /// they are read in part, and 64 for each chunk of the file. If not, as many as fit, at 48 or 80 bytes,
  /// are sorted at a time, and their chunks are read again for the next. A file that is no larger and in
  /// memory anyway can be mapped, and stays mapped as long as the File lives.
  index_t memory = index_t{256} << 20;
  /// Bytes of a file without chunks that count as one.
  index_t block = index_t{1} << 20;
  /// Called after each chunk, with the bytes done so far of those that are read or written, and their
  /// total: see Progress.
  Progress progress{};
  /// Writes go to a copy of the file, which replaces it when everything is written.
  bool atomic = false;
};

/// An array in an .npy file: indexed, read and written where it is. Each index is planned first, and
/// what it selects is sorted by the chunks of the file, so that these are read in the order of the file,
/// once each if FileOptions::memory has room for the lists. The result is that of the same call on a
/// tensor with these elements. A File<const T> reads only.
///   File<float> table("table.npy");
///   Tensor<float> rows = table.index({ids});
///   table.index_put_({ids}, rows * 0.5F, {.reduce = Reduce::add});
/// A handle: copies share the open file. Several threads may read through it at once.
template <Element T>
class File {
  using value_type = std::remove_const_t<T>;
  using Options = IndexOptions<value_type>;

 public:
  /// Opens an .npy file; its elements must be of type T. Those in the other byte order are converted as
  /// they are read and written. Throws ValueError, with the file name, if it cannot be opened (for writing,
  /// unless T is const), is malformed or holds another type, or if an option is not positive.
  explicit File(const std::string& path, FileOptions options = {})
      : File(detail::NpyChunks::open(kName, path, std::is_const_v<T> ? O_RDONLY : O_RDWR,
                                     checked(options).block, static_cast<value_type*>(nullptr)),
             options) {}

  /// A file in another format.
  File(std::unique_ptr<detail::ChunkStore> store, FileOptions options)
      : store_(std::move(store)), options_(std::move(checked(options))) {}

  /// The sizes and the rank of the tensor in the file; nothing is read.
  [[nodiscard]] DimsView shape() const noexcept { return store_->layout().shape; }
  [[nodiscard]] index_t dim() const noexcept { return static_cast<index_t>(shape().size()); }
  [[nodiscard]] index_t numel() const noexcept { return ndx::numel(shape()); }
  [[nodiscard]] const std::string& path() const noexcept { return store_->path(); }

  /// Reads what Tensor::index selects, always into a new row-major tensor. Reads the chunks that the index
  /// touches.
  /// Throws as Tensor::index does, ValueError if the file cannot be read, Cancelled if the progress
  /// function returns false.
  [[nodiscard]] Tensor<value_type> index(IndexList terms, const Options& options = {}) const {
    const char* const call = "File::index";
    detail::check_read_options(call, options);
    return read(call, Plan({options.rule, options.bounds}, store_->layout(), terms, call),
                options.fill);
  }

  /// Reads as index does with the rule set: an orthogonal index (months, stations), one that visits the
  /// positions of index tensors together, and NumPy's own.
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

  /// Writes what Tensor::index_put_ does. The elements are read, combined with the value and written, a
  /// chunk at a time; all indices are checked before. Throws as Tensor::index_put_ does, and ValueError if
  /// the file cannot be written: it then says which chunks have been, as Cancelled does; after any
  /// other exception, such as one of the reducer, written_chunks() does. Unless the option `atomic` is
  /// set these keep their new elements; with it the file stays as it was. If the path, as it was
  /// resolved when the file was opened, leads to another file now, because a write to a copy has replaced
  /// it, or to none, nothing is written: open it again. A value in a map of the file, as map_npy gives it,
  /// is copied before.
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

  /// Prepares an index that is used several times, for this file or any of the same shape and order.
  [[nodiscard]] Plan plan(IndexList terms, const PlanOptions& options = {}) const {
    return Plan(options, store_->layout(), terms, "File::plan");
  }
  /// Read and write as index and index_put_ do with the plan's terms. ShapeError if the plan is for another layout.
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

  /// The numbers of the chunks that the last index_put_ or write_, of this File and its copies, has
  /// changed, whatever it threw; one that it was writing when it failed is among them. Blocks of .npy
  /// files are numbered in the order of the file, chunks of HDF5 datasets in row-major order.
  [[nodiscard]] std::vector<index_t> written_chunks() const { return last_write_->numbers(); }

 private:
  static constexpr const char* kName = "File";
  static constexpr index_t kFewRuns = 1024;  // are sorted at once in any memory

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

  /// Bytes that a thread reads a chunk with: a buffer, or three for one that is stored in another form.
  [[nodiscard]] index_t chunk_bytes() const {
    constexpr index_t kMost = std::numeric_limits<index_t>::max() / 4;
    const index_t bytes = store_->partition().largest() * static_cast<index_t>(sizeof(T));
    return std::min(bytes, kMost) * (reads_whole_chunks() ? 3 : 1);
  }

  /// Threads that may read at once.
  [[nodiscard]] index_t threads() const {
    if (executor().run == nullptr || !store_->reads_concurrently()) return 1;
    return std::clamp<index_t>(options_.memory / 2 / (chunk_bytes() + 1), 1, executor().threads);
  }

  /// Runs that are sorted at once, in what chunks and the lists of them leave of the memory, or in half
  /// of it. A run takes 24 bytes, or 16 if all have one element; 32 more where chunks are read in part,
  /// for what to read of them; and 24 more if it has to be stored before it is sorted.
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
    } catch (ValueError& error) {  // an object of a class of its own stays one
      error = ValueError(by_call(call, error));
      throw;
    }
    return result;
  }
  void read_parts(const char* call, const Plan& plan, const Tensor<value_type>& result,
                  const value_type& fill) const {
    if (plan.skips()) result.fill_(fill);
    detail::PartTransfer<value_type> transfer(call, *store_, options_.progress, result.numel(),
                                              threads());
    for_each_split(plan, [&](const Split& some, bool) { transfer.read(some, result); });
    transfer.finish();
  }

  /// A message that begins with the call that opened the file, with the one that has failed.
  [[nodiscard]] std::string by_call(const char* call, const ValueError& error) const {
    const std::string_view said = error.what();
    const std::string opened = message(store_->call(), ": ");
    if (said.substr(0, opened.size()) != opened) return std::string(said);
    return message(call, ": ", said.substr(opened.size()));
  }

  /// Reads what selects many short runs from a map of the file, if all of it is in memory, and no more
  /// than may be: then there is nothing to gain from an order, and the lists of a split take as long
  /// as the copy. Returns whether it has.
  [[nodiscard]] bool read_map(const Plan& plan, const Tensor<value_type>& result,
                              const value_type& fill) const {
    if constexpr (Boolean<value_type>) return false;  // their bytes are corrected first
    constexpr auto kBytes = static_cast<index_t>(sizeof(T));
    const index_t runs = plan.run_count();
    if (options_.progress || numel() > options_.memory / kBytes || runs < detail::kManyRuns ||
        runs < store_->partition().count() || result.numel() * kBytes / detail::kLongRun >= runs)
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
             const Reducer<value_type>& reduce, detail::WrittenChunks& written) const {
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
    } catch (ValueError& error) {  // an object of a class of its own stays one
      error = ValueError(message(by_call(call, error), "; ", told(in_place, written)));
      throw;
    } catch (Cancelled& error) {
      error = Cancelled(message(error.what(), "; ", told(in_place, written)));
      throw;
    }
  }
  /// What had been written when a write failed.
  static std::string told(bool in_place, const detail::WrittenChunks& written) {
    return in_place ? written.told() : "this writes to a copy, and the file is as it was";
  }

  /// The value, or a copy of one in a map of the file, as map_npy gives it, which changes with the file.
  [[nodiscard]] Tensor<const value_type> apart_from_file(
      const Tensor<const value_type>& value) const {
    const auto* const map = value.storage().template deleter<detail::Unmap>();
    const bool is_apart = map == nullptr || map->mapping.file() != store_->file();
    return is_apart ? value : Tensor<const value_type>(value.clone());
  }
  /// The value in the shape of the result, with the memory that it has; a single element stays one.
  static Tensor<const value_type> broadcast(const char* call, const Plan& plan,
                                            const Tensor<const value_type>& value) {
    const Tensor<const value_type> whole(
        value.storage(), detail::broadcast_value(call, value.layout(), plan.result_shape()));
    if (value.numel() == 1) return value.reshape({});
    return whole;
  }

  void write_copy(const char* call, const Plan& plan, const Tensor<const value_type>& values,
                  const Reducer<value_type>& reduce, detail::WrittenChunks& written) const {
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
  /// `written` becomes the chunks that have been written, also if it throws.
  void write_to(const char* call, detail::ChunkStore& store, const Plan& plan,
                const Tensor<const value_type>& values, const Reducer<value_type>& reduce,
                detail::WrittenChunks& written) const {
    detail::PartTransfer<value_type> transfer(call, store, options_.progress,
                                              ndx::numel(DimsView(plan.result_shape())));
    for_each_split(plan, [&](const Split& some, bool is_whole) {
      if (!is_whole) written.doubt();  // its chunks come again
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
  std::shared_ptr<detail::LastWrite> last_write_ = std::make_shared<detail::LastWrite>();
  FileOptions options_;
};

NDX_NAMESPACE_END
