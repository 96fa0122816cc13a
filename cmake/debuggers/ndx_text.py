"""How debuggers show the types of ndx: the text of a value, whatever the debugger.

ndx_gdb.py and ndx_lldb.py wrap their debugger's values in a class with these methods:

    member(name)          a data member, wrapped too
    integer()             the value of an integer or a pointer
    enumerator()          the name of an enumeration's value, without its scope
    element_type()        of a Tensor<T>: the name and the size of T
    memory(address, n)    n bytes; raises MemoryFault
    other_text(address)   of a Tensor<T>: an element that is no number

Values may be those of variables that have no value yet, so nothing that is read is trusted.
"""

import re
import struct
import sys

# The namespace between carries version and flags: ndx::v0_3_avx2_fma_bmi2_checked::Tensor<float>.
TYPE_NAME = r'^ndx::(?:v[0-9]+_[A-Za-z0-9_]+::)?({})(?:<.*>)?$'

MAX_RANK = 64
ELEMENTS = 200  # shown whole, unless the debugger has a limit of its own
EDGE_ITEMS = 3  # of each dim that is too long


class MemoryFault(Exception):
    """Memory that the program does not have."""


class Uninitialized(Exception):
    """No such value can be: the variable has none yet."""


# ---- Numbers.

def shortest(value, digits, same):
    """The shortest decimal number that `same` accepts, with at most that many digits."""
    for count in range(1, digits):
        text = float('%.*g' % (count, value))
        if same(text):
            return repr(text)
    return repr(value)


def float32_bits(value):
    try:
        return struct.unpack('<I', struct.pack('<f', value))[0]
    except OverflowError:
        return None


def bfloat16_bits(value):
    bits = float32_bits(value)
    return None if bits is None else (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def float16_bits(value):
    try:
        return struct.unpack('<H', struct.pack('<e', value))[0]
    except OverflowError:
        return None


def float_text(bits, size):
    """A floating-point number of 2, 4 or 8 bytes."""
    value = struct.unpack('<' + {2: 'e', 4: 'f', 8: 'd'}[size], bits.to_bytes(size, 'little'))[0]
    if size == 8 or value != value:
        return repr(value)
    if size == 4:
        return shortest(value, 9, lambda x: float32_bits(x) == bits)
    return shortest(value, 5, lambda x: float16_bits(x) == bits)


def bfloat16_text(bits):
    value = struct.unpack('<f', (bits << 16).to_bytes(4, 'little'))[0]
    return repr(value) if value != value else shortest(value, 4, lambda x: bfloat16_bits(x) == bits)


def number_text(dtype, data):
    """An element from its bytes, or None if the dtype has no text of its own."""
    kind = re.sub('[0-9]+$', '', dtype)
    if kind == 'complex':
        half = len(data) // 2
        real, imag = (number_text('float', part) for part in (data[:half], data[half:]))
        return '({}{}{}j)'.format(real, '' if imag[0] == '-' else '+', imag)
    number = int.from_bytes(data, sys.byteorder)  # the program's and the debugger's are the same
    if kind == 'bool':
        return 'True' if number else 'False'
    if kind == 'uint':
        return str(number)
    if kind == 'int':
        return str(number - (number >> (8 * len(data) - 1) << 8 * len(data)))
    if kind == 'bfloat':
        return bfloat16_text(number)
    if kind == 'float':
        return float_text(number, len(data))
    return None


def dtype_of(name, size):
    """NumPy's name of a C++ type; the type's own if NumPy has none."""
    name = re.sub(r'\bconst\b', '', name).strip()
    if name == 'bool':
        return 'bool'
    if set(name.split()) <= {'signed', 'unsigned', 'char', 'short', 'int', 'long'} and name != 'char':
        return ('uint' if 'unsigned' in name else 'int') + str(8 * size)
    if name in ('float', 'double'):
        return 'float' + str(8 * size)
    if re.match(r'^std::(?:\w+::)*complex<(float|double)>$', name):
        return 'complex' + str(8 * size)
    half = re.match(TYPE_NAME.format('float16|bfloat16'), name)
    return half.group(1) if half else name


DTYPE_BYTES = {'boolean': 1, 'complex64': 8, 'complex128': 16}


def dtype_bytes(enumerator):
    found = re.search('[0-9]+$', enumerator)
    if enumerator not in DTYPE_BYTES and not found:
        raise Uninitialized
    return DTYPE_BYTES.get(enumerator) or int(found.group()) // 8


# ---- Tensors.

def dims_of(value):
    """The integers of Dims or a DimsView."""
    count = value.member('size_').integer()
    if not 0 <= count <= MAX_RANK:
        raise Uninitialized
    if count == 0:
        return []
    data = value.member('data_')
    return list(struct.unpack('={}q'.format(count), value.memory(data.integer(), 8 * count)))


def tuple_text(dims):
    return '(' + ', '.join(map(str, dims)) + ')'


def is_contiguous(shape, strides):
    expected = 1
    for size, stride in zip(reversed(shape), reversed(strides)):
        if size not in (0, 1) and stride != expected:
            return False
        expected *= size
    return True


class Elements:
    """The elements of a tensor as nested lists. Of more than `limit`, each dim shows its ends."""

    def __init__(self, shape, strides, element, limit):
        self.shape, self.strides, self.element = shape, strides, element
        count = 1
        for size in shape:
            count *= size
        self.edge = EDGE_ITEMS if limit is not None and count > limit else None
        self.left = limit  # so that many dims do not show many ends

    def text(self, dim=0, address=0):
        if dim == len(self.shape):
            if self.left is not None:
                self.left -= 1
            return self.element(address)
        items = []
        for index in self.shown(self.shape[dim]):
            if self.left is not None and self.left <= 0:
                items.append('...')
                break
            items.append('...' if index is None else
                         self.text(dim + 1, address + index * self.strides[dim]))
        return '[' + ', '.join(items) + ']'

    def shown(self, size):
        if self.edge is None or size <= 2 * self.edge:
            return range(size)
        return [*range(self.edge), None, *range(size - self.edge, size)]


def layout_text(shape, strides):
    text = 'shape ' + tuple_text(shape)
    return text if is_contiguous(shape, strides) else text + ', strides ' + tuple_text(strides)


def elements_text(value, storage, layout, dtype, size, limit):
    """`value` reads memory and elements that are no numbers."""
    shape, strides = (dims_of(layout.member(name)) for name in ('shape', 'strides'))
    if len(shape) != len(strides) or any(s < 0 for s in shape):
        raise Uninitialized
    start = storage.member('data_').integer() + size * layout.member('offset').integer()

    def element(offset):
        address = start + size * offset
        return number_text(dtype, value.memory(address, size)) or value.other_text(address)

    about = 'tensor of {}, {}: '.format(dtype, layout_text(shape, strides))
    if 0 in shape:
        return about + '[]'
    try:
        return about + Elements(shape, strides, element, limit).text()
    except MemoryFault:
        return about + 'no memory at 0x{:x}'.format(start)


def tensor_text(value, limit):
    name, size = value.element_type()
    return elements_text(value, value.member('storage_'), value.member('layout_'),
                         dtype_of(name, size), size, limit)


def untyped_text(value, limit):
    enumerator = value.member('dtype').enumerator()
    dtype = 'bool' if enumerator == 'boolean' else enumerator
    return elements_text(value, value.member('storage'), value.member('layout'), dtype,
                         dtype_bytes(enumerator), limit)


# ---- Terms of an index, in Python's spelling.

def bound_text(value, otherwise):
    given = value.member('given_').integer()
    return str(value.member('value_').integer()) if given else otherwise


def slice_text(value, limit):
    start, stop, step = (bound_text(value.member(n), '') for n in ('start', 'stop', 'step'))
    return start + ':' + stop + (':' + step if step else '')


TERMS = {
    'none': lambda value, limit: 'None',
    'ellipsis': lambda value, limit: '...',
    'integer': lambda value, limit: str(value.member('integer_').integer()),
    'boolean': lambda value, limit: 'True' if value.member('boolean_').integer() else 'False',
    'slice': lambda value, limit: slice_text(value.member('slice_'), limit),
    'tensor': lambda value, limit: untyped_text(value.member('tensor_'), limit),
}


def term_text(value, limit):
    kind = value.member('kind_').enumerator()
    if kind not in TERMS:
        raise Uninitialized
    return TERMS[kind](value, limit)


# ---- The types, by name.

def dims_text(value, limit):
    return tuple_text(dims_of(value))


def layout_of(value, limit):
    shape, strides = (dims_of(value.member(name)) for name in ('shape', 'strides'))
    return 'shape {}, strides {}, offset {}'.format(
        tuple_text(shape), tuple_text(strides), value.member('offset').integer())


TEXTS = {
    'Tensor': tensor_text,
    'UntypedTensor': untyped_text,
    'TensorIndex': term_text,
    'Slice': slice_text,
    'SliceBound': lambda value, limit: bound_text(value, 'None'),
    'Dims': dims_text,
    'DimsView': dims_text,
    'Layout': layout_of,
    'float16': lambda value, limit: float_text(value.member('bits_').integer(), 2),
    'bfloat16': lambda value, limit: bfloat16_text(value.member('bits_').integer()),
}
TYPE = re.compile(TYPE_NAME.format('|'.join(TEXTS)))


def text(type_name, value, limit=ELEMENTS):
    """The text of a value of a type that TYPE matches."""
    try:
        return TEXTS[TYPE.match(type_name).group(1)](value, limit)
    except (Uninitialized, MemoryFault):
        return 'not initialized'
