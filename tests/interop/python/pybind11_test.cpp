// The type casters of pybind11, in an embedded interpreter with the real NumPy. The expected values
// are NumPy's: each case asks it.
#include <atomic>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <pybind11/embed.h>
#include <pybind11/stl.h>

#include <ndx/interop/dlpack/dlpack_tensor.hpp>
#include <ndx/interop/pybind11/pybind11_casters.hpp>
#include <ndx/ndx.hpp>

namespace py = pybind11;
using namespace ndx;

// What CPython and NumPy keep until the process ends. Leaks of ours are counted by the tests.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libpython3\nleak:_multiarray_umath\nleak:PyObject\nleak:PyMem\n";
}

namespace {

std::atomic<int> alive = 0;

/// 0…5 of shape (2, 3), counted while it lives.
template <class T>
Tensor<T> counted() {
  auto values = std::make_shared<Tensor<T>>(arange<index_t>(6).to<T>().clone());
  ++alive;
  return adopt(values->data(), {2, 3}, {3, 1}, [values]() mutable {
    values.reset();
    --alive;
  });
}

Tensor<const double> kept;  // what `keep` was given

/// The way without pybind11's casters, which the guide shows for nanobind: arrays come as DLPack
/// capsules and go as arrays with an owner.
Tensor<double> from_capsule(py::handle array) {
  const py::object capsule = array.attr("__dlpack__")();
  auto* const managed =
      static_cast<dlpack::ManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (managed == nullptr) throw py::error_already_set();
  Tensor<double> tensor = from_dlpack<double>(managed);  // if it throws, the capsule still owns it
  PyCapsule_SetName(capsule.ptr(), "used_dltensor");     // it belongs to the tensor now
  return tensor;
}
Tensor<double> kept_capsule;

template <class T>
void bind_type(py::module_& m, const char* name) {
  m.def((std::string("echo_") + name).c_str(), [](Tensor<T> t) { return t; });
  m.def((std::string("const_") + name).c_str(), [](Tensor<const T> t) { return t; });
  m.def((std::string("sum_") + name).c_str(),
        [](const Tensor<T>& t) { return t.index({Slice(None, None, -1)}).clone(); });
}

PYBIND11_EMBEDDED_MODULE(doors, m) {
  bind_type<bool>(m, "bool");
  bind_type<std::int8_t>(m, "int8");
  bind_type<std::uint16_t>(m, "uint16");
  bind_type<std::int64_t>(m, "int64");
  bind_type<float16>(m, "float16");
  bind_type<float>(m, "float32");
  bind_type<double>(m, "float64");
  bind_type<std::complex<float>>(m, "complex64");
  bind_type<std::complex<double>>(m, "complex128");

  m.def(
      "index", [](Tensor<const double> t, IndexList terms) { return t.index(terms); },
      py::call_guard<ReleaseGil>());
  m.def(
      "index_numpy",
      [](Tensor<const double> t, const std::vector<TensorIndex>& terms) {
        return t.numpy_index(terms);
      },
      py::call_guard<ReleaseGil>());
  m.def(
      "fill", [](Tensor<double> t, IndexList terms, double v) { t.index_put_(terms, v); },
      py::call_guard<ReleaseGil>());
  m.def("put",
        [](Tensor<double> t, IndexList terms, Tensor<const double> v) { t.index_put_(terms, v); });
  m.def("back", [](const std::vector<TensorIndex>& terms) { return terms; });
  m.def("term", [](const TensorIndex& term) { return term; });
  m.def("exact", [](Tensor<const double> t) { return t.numel(); }, py::arg("t").noconvert());
  m.def("count", [](std::variant<Tensor<const float>, Tensor<const std::int64_t>> t) {
    return static_cast<int>(t.index());
  });
  m.def("strides", [](Tensor<const double> t) {
    return std::vector<index_t>(t.strides().begin(), t.strides().end());
  });
  m.def("make", [] { return counted<double>(); });
  m.def("make_const", [] { return Tensor<const double>(counted<double>()); });
  m.def("make_empty", [] { return zeros<float>({3, 0, 2}); });
  m.def("make_scalar", [] { return full<std::int64_t>({}, 7); });
  m.def("make_flipped", [] { return counted<double>().flip(1); });
  m.def("make_expanded", [] { return arange<double>(3).expand({2, 3}); });
  m.def("keep", [](Tensor<const double> t) { kept = t; });
  m.def("kept", [] { return kept; });
  m.def("drop", [] { kept = {}; });
  m.def(
      "drop_in_a_thread", [] { std::thread([] { kept = {}; }).join(); },
      py::call_guard<ReleaseGil>());
  m.def("flip_capsule", [](py::handle array) { return from_capsule(array).flip(); });
  m.def("keep_capsule", [](py::handle array) { kept_capsule = from_capsule(array); });
  m.def(
      "drop_capsule", [] { std::thread([] { kept_capsule = {}; }).join(); },
      py::call_guard<ReleaseGil>());
  m.def("holds_gil", [] { return PyGILState_Check() == 1; });
  m.def("without_gil", [] { return PyGILState_Check() == 0; }, py::call_guard<ReleaseGil>());
  m.def(
      "raise_shape", [] { static_cast<void>(zeros<float>({2}) + zeros<float>({3})); },
      py::call_guard<ReleaseGil>());
  m.def(
      "raise_value", [] { static_cast<void>(arange<float>(3).index(Slice(0, 2, 0))); },
      py::call_guard<ReleaseGil>());
}

/// One interpreter for all tests, with NumPy as np and the functions above as d.
class Interpreter : public testing::Environment {
 public:
  void SetUp() override {
    py::initialize_interpreter();
    names() = new py::dict();
    run("import numpy as np, doors as d, sys, gc");
  }
  void TearDown() override {
    run("d.keep(np.arange(3.0))");
    delete names();
    py::finalize_interpreter();
    kept = {};  // there is no interpreter left to release the array
  }
  static py::dict*& names() {
    static py::dict* all = nullptr;
    return all;
  }
  static void run(const std::string& code) { py::exec(code, *names()); }
};

[[maybe_unused]] auto* const environment = testing::AddGlobalTestEnvironment(new Interpreter());

void run(const std::string& code) {
  try {
    Interpreter::run(code);
  } catch (py::error_already_set& error) {
    ADD_FAILURE() << code << "\n" << error.what();
  }
}
/// Whether Python says that an expression is true.
void holds(const std::string& expression) {
  try {
    EXPECT_TRUE(py::bool_(py::eval(expression, *Interpreter::names()))) << expression;
  } catch (py::error_already_set& error) {
    ADD_FAILURE() << expression << "\n" << error.what();
  }
}
/// "TypeError: its message" of an expression that raises.
std::string error_of(const std::string& expression) {
  try {
    py::eval(expression, *Interpreter::names());
  } catch (py::error_already_set& error) {
    return error.what();
  }
  return "nothing";
}
void fails(const std::string& expression, const std::string& with) {
  EXPECT_NE(error_of(expression).find(with), std::string::npos)
      << expression << ": " << error_of(expression) << "\nwant " << with;
}

TEST(Pybind11, EveryElementTypeGoesInAndOutOnTheSameMemory) {
  for (const char* type : {"bool", "int8", "uint16", "int64", "float16", "float32", "float64",
                           "complex64", "complex128"}) {
    run(std::string("a = np.arange(6).reshape(2, 3).astype('") + type + "'); b = d.echo_" + type +
        "(a); c = d.const_" + type + "(a); r = d.sum_" + type + "(a)");
    holds("b.dtype == a.dtype and c.dtype == a.dtype and b.tolist() == a.tolist() == c.tolist()");
    holds("b.ctypes.data == a.ctypes.data == c.ctypes.data and b.strides == a.strides");
    holds("b.flags.writeable and not c.flags.writeable and r.flags.writeable");
    holds("r.tolist() == a[::-1].tolist() and r.ctypes.data != a.ctypes.data");
    run("b[1, 2] = 1");
    holds("a[1, 2] == 1");
  }
}

TEST(Pybind11, AnyStridesAreShared) {
  for (const char* view : {"[::-1]", "[:, ::-2]", "[1:, 1:]", ".T", "[0]", "[1, 2, ...]",
                           "[:, None]", "[::-1, ::-1].T[::2]", "[:, 1:1]", "[:0]"}) {
    run(std::string("a = np.arange(12.0).reshape(3, 4)") + view + "; b = d.echo_float64(a)");
    holds("b.shape == a.shape and b.tolist() == a.tolist()");
    holds("a.size == 0 or b.ctypes.data == a.ctypes.data");
    holds("a.size == 0 or all(s == t for s, t, n in zip(a.strides, b.strides, a.shape) if n > 1)");
  }
  run("a = np.lib.stride_tricks.as_strided(np.arange(3.0), (2, 3), (0, 8))");
  holds("d.echo_float64(a).strides == (0, 8)");
  holds("d.strides(np.broadcast_to(np.arange(3.0), (4, 2, 3))) == [0, 0, 1]");
  holds("d.strides(np.arange(12.0)[::-3]) == [-3]");
  holds("d.strides(np.lib.stride_tricks.as_strided(np.zeros(4), (1, 2), (13, 16))) == [2, 2]");
}

TEST(Pybind11, EmptyTensorsAndTensorsOfRank0) {
  holds("d.echo_float64(np.zeros((3, 0))).shape == (3, 0)");
  holds("d.echo_float64(np.array(2.5)).shape == () and d.echo_float64(np.array(2.5)) == 2.5");
  holds("d.make_empty().shape == (3, 0, 2) and d.make_empty().dtype == np.float32");
  holds("d.make_scalar().shape == () and d.make_scalar() == 7");
}

TEST(Pybind11, ReadOnlyArraysOnlyAsConst) {
  run("a = np.arange(3.0); a.flags.writeable = False");
  holds("d.const_float64(a).ctypes.data == a.ctypes.data");
  fails("d.echo_float64(a)", "TypeError: echo_float64(): incompatible function arguments");
  fails("d.echo_float64(a)", "(arg0: numpy.ndarray[numpy.float64, flags.writeable])");
  fails("d.fill(np.broadcast_to(np.arange(3.0), (2, 3)), 0, 1.0)", "TypeError: ");
  holds("not d.make_const().flags.writeable");
  fails("d.make_const().__setitem__(0, 1)", "ValueError: assignment destination is read-only");
}

TEST(Pybind11, WhatTensorsCannotBeLaidOverIsCopiedForConstAndRefusedElse) {
  run("base = np.arange(6.0).reshape(2, 3)\n"
      "packed = np.zeros(3, np.dtype([('a', 'u1'), ('x', '<f8')])); packed['x'] = [1, 2, 3]\n"
      "apart = np.zeros(3, np.dtype([('x', '<c16'), ('a', '<f8')], align=True))['x']\n"
      "apart[:] = [1, 2j, 3]");
  for (const char* other : {"base.astype('>f8')", "packed['x']", "base.astype('f4')",
                            "base.astype('i4')", "[[1, 2], [3, 4]]", "3.5", "base.astype('?')"}) {
    holds(std::string("d.const_float64(") + other + ").tolist() == np.asarray(" + other +
          ").astype('f8').tolist()");
    fails(std::string("d.echo_float64(") + other + ")", "TypeError: ");
    fails(std::string("d.exact(") + other + ")", "(t: numpy.ndarray[numpy.float64])");
  }
  holds("apart.strides == (24,) and d.const_complex128(apart).tolist() == apart.tolist()");
  fails("d.echo_complex128(apart)", "TypeError: ");
  for (const char* wrong : {"None", "'text'", "base.astype('c16')", "{}", "np.array([None])",
                            "object()", "[[1], [2, 3]]"})
    fails(std::string("d.const_float64(") + wrong + ")", "TypeError: ");
  fails("d.const_float32(base)", "(arg0: numpy.ndarray[numpy.float32])");
  fails("d.echo_float16(base)", "(arg0: numpy.ndarray[numpy.float16, flags.writeable])");
}

TEST(Pybind11, AVariantTakesTheTypeThatTheArrayHas) {
  holds("d.count(np.zeros(3, 'f4')) == 0 and d.count(np.zeros(3, 'i8')) == 1");
  fails("d.count(np.zeros(3, 'c16'))", "TypeError: ");
}

TEST(Pybind11, ReturnedArraysKeepTheirMemory) {
  run("a = d.make()");
  EXPECT_EQ(alive, 1);
  run("b = a[1]; del a; gc.collect()");
  EXPECT_EQ(alive, 1);
  holds("b.tolist() == [3, 4, 5]");
  run("del b; gc.collect()");
  EXPECT_EQ(alive, 0);
  run("a = d.make_flipped()");
  holds("a.tolist() == [[2, 1, 0], [5, 4, 3]] and a.strides == (24, -8)");
  run("del a");
  EXPECT_EQ(alive, 0);
  holds("d.make_expanded().tolist() == [[0, 1, 2]] * 2 and d.make_expanded().strides == (0, 8)");
}

TEST(Pybind11, TensorsKeepTheirArray) {
  run("a = np.arange(1000.0); before = sys.getrefcount(a); d.keep(a[::-2])");
  holds("sys.getrefcount(a) == before + 1");
  run("d.drop()");
  holds("sys.getrefcount(a) == before");
  run("d.keep(np.arange(1000.0) + 1); gc.collect(); b = d.kept()");
  holds("b.tolist() == (np.arange(1000.0) + 1).tolist()");
  run("d.drop(); c = b[3:]; del b; gc.collect()");
  holds("c[0] == 4");
  run("d.keep(a); d.drop_in_a_thread()");  // the last reference goes without the GIL
  holds("sys.getrefcount(a) == before");
  run("i = np.array([0, 2]); before = sys.getrefcount(i); t = d.back((i, i)); u = t[0].base");
  holds("t[0].ctypes.data == i.ctypes.data and sys.getrefcount(i) == before + 2");
  run("del t, u");
  holds("sys.getrefcount(i) == before");
}

TEST(Pybind11, PythonsIndicesBecomeTerms) {
  run("x = np.arange(120.0).reshape(2, 3, 4, 5)");
  for (const char* index : {"0",
                            "-1",
                            "np.int8(1)",
                            "np.uint64(1)",
                            "()",
                            "...",
                            "None",
                            "True",
                            "False",
                            "np.True_",
                            "slice(None)",
                            "slice(-1, None, -1)",
                            "(slice(None), slice(None, None, -2))",
                            "slice(-10**30, 10**30)",
                            "slice(np.int32(1), np.array(2))",
                            "(0, ..., slice(1, 3))",
                            "[1, 0]",
                            "[]",
                            "[[0, 1], [1, 0]]",
                            "([0, 1], [1, 2])",
                            "[True, False]",
                            "np.array([1, 0])",
                            "(slice(None), np.array([2, 0], 'u1'), None)",
                            "(np.array([1], '>i4'), 0)",
                            "x > 50",
                            "(0, np.array([True, False, True]))",
                            "(slice(None), (0, 2))",
                            "range(2)",
                            "(..., np.arange(5)[::-2])",
                            "np.broadcast_to(np.array(1), (2, 2))",
                            "([[0], [1]], slice(None), [0, 3])",
                            "(np.frombuffer(b'x' + bytes(16), 'i8', 2, 1), 1)",
                            "np.zeros((0, 2), int)",
                            "(0, 1, 2, 3)",
                            "(0, 1, [2, 3], True)",
                            "(slice(2, 5),)",
                            "np.ones((2, 3), bool)[::-1]",
                            "(0, np.array(True))"}) {
    holds(std::string("np.array_equal(d.index_numpy(x, ") + index + "), x[" + index + "])");
  }
  holds("d.index(x, (0, slice(None), [0, 1])).shape == (3, 2, 5)");  // views first
  holds("np.shares_memory(d.index(x, (0, slice(None, None, -1))), x)");
  run("i = np.array([1, 0]); y = x.copy(); d.fill(y, (slice(None), i), -1); z = x.copy(); z[:, i] "
      "= -1");
  holds("np.array_equal(y, z)");
  run("d.put(y, (i, 0), [[1], [2], [3], [4]] * np.ones(5)); z[i, 0] = [[1], [2], [3], [4]] * "
      "np.ones(5)");
  holds("np.array_equal(y, z)");
}

TEST(Pybind11, ObjectsWithDLPackAreArraysAndIndices) {
  run("class Exported:\n"
      "  def __init__(self, array): self.array = array\n"
      "  def __dlpack__(self, **options): return self.array.__dlpack__(**options)\n"
      "  def __dlpack_device__(self): return self.array.__dlpack_device__()\n"
      "class Tensor(Exported):\n"  // as PyTorch's, whose __index__ is for single elements
      "  def __index__(self): raise TypeError('only integer tensors of a single element')\n"
      "  def __array__(self, *_): return self.array\n"
      "x = np.arange(12.0).reshape(3, 4); i = np.array([2, 0]); m = np.array([True, False, True])");
  for (const char* kind : {"Exported", "Tensor"}) {
    const std::string made = kind;
    holds("np.array_equal(d.index(" + made + "(x), " + made + "(i)), x[i])");
    holds("np.array_equal(d.index(x, (" + made + "(i), 1)), x[i, 1])");
  }
  holds("np.array_equal(d.index(x, Tensor(m)), x[m])");
  holds(
      "np.shares_memory(d.index(Tensor(x), 0), x) and np.shares_memory(d.index(Exported(x), 0), "
      "x)");
}

TEST(Pybind11, WhatIsNoIndexIsRefused) {
  run("x = np.arange(12.0).reshape(3, 4)");
  for (const char* wrong : {"1.5", "'a'", "b'a'", "np.array([1.5])", "np.zeros(0)", "[0.5]", "{}",
                            "[slice(1)]", "np.float64(1)", "(0, 'x')", "object()"})
    fails(std::string("d.index(x, ") + wrong + ")", "TypeError: index(): incompatible function");
  fails("d.index(x, 1.5)",
        "arg1: tuple | int | bool | slice | ellipsis | None | list | numpy.ndarray");
  fails("d.index(x, 2**70)", "IndexError: cannot fit 'int' into an index-sized integer");
  fails("d.index(x, [2**70])", "IndexError: cannot fit 'int' into an index-sized integer");
  fails("d.index(x, slice(0.5))", "TypeError: slice indices must be integers");
}

TEST(Pybind11, ArraysAreLookedAtOnceAllArgumentsAreConverted) {
  run("class Hook:\n"
      "  def __init__(self, code, result=0): self.code, self.result = code, result\n"
      "  def run(self): exec(self.code, globals()); return self.result\n"
      "  __index__ = run\n"
      "  __array__ = lambda self, *_: np.array(self.run(), float)\n"
      "  __bool__ = lambda self: self.missing\n"
      "grow = 'a.resize(1 << 18, refcheck=False)'");
  for (const char* function : {"index", "index_numpy"}) {
    const std::string index = std::string("d.") + function;
    run("a = np.arange(4096.0); r = " + index + "(a, Hook(grow, 4095))");
    holds("r == 4095 and a.size == 1 << 18");
    run("a = np.arange(4096) % 64; x = np.arange(128.0).reshape(64, 2); r = " + index +
        "(x, (a, Hook(grow, 1)))");
    holds("a.size == 1 << 18 and np.array_equal(r, x[a, 1])");
    run("a = np.arange(4.0)");
    fails(index + "(a, Hook('a.dtype = \"u1\"'))",
          "ValueError: from_numpy: the array's dtype is dtype('uint8'), not float64");
    run("a = np.arange(4)");
    fails(index + "(x, (a, Hook('a.dtype = \"f8\"')))",
          "ValueError: index: an index array was changed while other arguments were converted");
    fails(index + "(x, type('numpy.bool_', (Hook,), {})(''))", "AttributeError: ");
  }
  run("a = np.zeros(4096); d.put(a, [1, 4000], Hook(grow, 7))");
  holds("a.sum() == 14 and a[4000] == 7");
  run("a = np.arange(2048); x = np.zeros(2048); d.put(x, a, Hook(grow + '; a[:] = 5', 7))");
  holds("x.sum() == 7 and x[5] == 7");
  run("a = np.arange(2048); t = d.back((a, Hook(grow)))");
  holds("t[0].size == 1 << 18 and t[0].sum() == a.sum()");
  run("a = np.zeros(4)");
  fails("d.fill(a, Hook('a.flags.writeable = False'), 1.0)",
        "ValueError: from_numpy: the array is read-only");
  holds("not a.any()");
}

TEST(Pybind11, TermsGoBackToPython) {
  run("terms = (0, slice(None, -1, 2), None, ..., True, np.array([1, 2], 'i2'))");
  holds("d.back(terms)[:5] == terms[:5] and d.back(3) == (3,)");
  holds("d.back(terms)[5].tolist() == [1, 2] and d.back(terms)[5].dtype == np.int16");
  holds("d.term(np.array([[True, False]])[:, ::-1]).tolist() == [[False, True]]");
  holds("d.term([]).tolist() == [] and d.term(np.int64(4)) == 4");
  fails("d.term((1, 2, 'x'))", "TypeError: ");
}

TEST(Pybind11, ErrorsArePythons) {
  fails("d.index(np.zeros(3), 3)",
        "IndexError: index: term 0: index 3 is out of bounds for dimension 0 with size 3");
  fails("d.index(np.zeros(3), [0, 7])", "IndexError: index: term 0: index 7 at [1]");
  fails("d.index(np.zeros(3), (0, 0))", "IndexError: index: too many indices");
  fails("d.index(np.zeros((3, 3)), ([0, 1], [0, 1, 2]))", "cannot be broadcast");
  fails("d.put(np.zeros(3), [0, 1], np.zeros(3))", "ValueError: index_put_: value of shape (3)");
  fails("d.raise_shape()", "ValueError: ");
  fails("d.raise_value()", "ValueError: ");
  holds("d.holds_gil()");
}

TEST(Pybind11, OtherThreadsRunMeanwhile) {
  holds("d.without_gil() and d.holds_gil()");
  run("import threading\n"
      "x = np.arange(4000.0).reshape(40, 100); i = np.arange(40)[::-1].copy(); wrong = []\n"
      "def work():\n"
      "  for _ in range(200):\n"
      "    if not np.array_equal(d.index(x, i), x[::-1]): wrong.append(1)\n"
      "    try: d.index(x, [40])\n"
      "    except IndexError: pass\n"
      "    d.make()\n"
      "threads = [threading.Thread(target=work) for _ in range(4)]\n"
      "for t in threads: t.start()\n"
      "for t in threads: t.join()");
  holds("wrong == []");
  EXPECT_EQ(alive, 0);
}

TEST(Pybind11, CapsulesOfDLPackAreTakenOver) {
  run("a = np.arange(12.0).reshape(3, 4); before = sys.getrefcount(a); b = d.flip_capsule(a)");
  holds("np.array_equal(b, a[::-1, ::-1]) and np.shares_memory(a, b)");
  run("del b; gc.collect()");
  holds("sys.getrefcount(a) == before");
  run("d.keep_capsule(a)");
  holds("sys.getrefcount(a) == before + 1");
  run("d.drop_capsule()");  // NumPy's own deleter, in a thread
  holds("sys.getrefcount(a) == before");
  fails("d.flip_capsule(a.astype('f4'))", "ValueError: from_dlpack: holds float32");
  fails("d.flip_capsule(a.astype('c16'))", "from_dlpack: holds complex128");
  run("gc.collect()");
  holds("sys.getrefcount(a) == before");
}

TEST(Pybind11, FromNumpySaysWhy) {
  const auto message = [](const char* array, bool writes) -> std::string {
    const py::array made = py::eval(array, *Interpreter::names());
    try {
      if (writes) {
        static_cast<void>(from_numpy<double>(made));
      } else {
        static_cast<void>(from_numpy<const double>(made));
      }
    } catch (const ndx::ValueError& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_EQ(
      message("np.zeros(3, 'f4')", true),
      "from_numpy: the array's dtype is dtype('float32'), not float64; convert it with astype");
  EXPECT_EQ(message("np.zeros(3, '>f8')", true),
            "from_numpy: the array's dtype is dtype('>f8'), not float64; convert it with astype");
  EXPECT_EQ(message("np.broadcast_to(np.zeros(3), (2, 3))", true),
            "from_numpy: the array is read-only; ask for a tensor of const elements");
  EXPECT_EQ(message("np.broadcast_to(np.zeros(3), (2, 3))", false), "nothing");
  EXPECT_EQ(message("np.frombuffer(bytes(25), 'f8', 3, 1)", false),
            "from_numpy: the array's elements are misaligned or not a whole number of 8-byte "
            "elements apart; pass a copy, array.copy()");
  EXPECT_EQ(to_numpy(arange<float16>(3)).dtype().itemsize(), 2);
}

}  // namespace
