"""Shows the types of ndx in gdb: shape, dtype and elements of tensors, terms of an index, dims.

In ~/.gdbinit, or at gdb's prompt (the files stay together):

    source /usr/share/ndx/ndx_gdb.py

`print/r x` shows the members. `set print elements 50` changes how many elements are shown. `step` does not stop
in the functions that access one element, unless `skip disable` says so.
"""

import os
import sys

import gdb
import gdb.printing
import gdb.types

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ndx_text  # noqa: E402


class Value:
    """A gdb.Value with the methods that ndx_text asks for."""

    def __init__(self, value):
        self.value = value

    def member(self, name):
        return Value(self.value[name])

    def integer(self):
        return int(self.value)

    def enumerator(self):
        return str(self.value).rpartition('::')[2]

    def element_type(self):
        element = gdb.types.get_basic_type(self.value.type).template_argument(0).strip_typedefs()
        return str(element.unqualified()), element.sizeof

    def memory(self, address, count):
        try:
            return bytes(gdb.selected_inferior().read_memory(address, count))
        except (gdb.MemoryError, OverflowError) as error:
            raise ndx_text.MemoryFault from error

    def other_text(self, address):
        element = gdb.types.get_basic_type(self.value.type).template_argument(0)
        return str(gdb.Value(address).cast(element.pointer()).dereference())


class Printer:
    def __init__(self, name, value):
        self.name, self.value = name, value

    def to_string(self):
        return ndx_text.text(self.name, Value(self.value), gdb.parameter('print elements'))


class Printers(gdb.printing.PrettyPrinter):
    def __init__(self):
        super().__init__('ndx')

    def __call__(self, value):
        name = gdb.types.get_basic_type(value.type).name
        if name is None or not ndx_text.TYPE.match(name):
            return None
        if value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            value = value.referenced_value()
        return Printer(name, value)


gdb.printing.register_pretty_printer(gdb.current_objfile(), Printers(), replace=True)
gdb.execute(r'skip -rfu ^ndx::[^:]*::(Tensor<.*>::(operator\(\)|at|data)|TensorAccessor<.*>::operator|ElementIterator<.*>::)', to_string=True)
