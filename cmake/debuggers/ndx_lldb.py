"""Shows the types of ndx in lldb: shape, dtype and elements of tensors, terms of an index, dims.

In ~/.lldbinit, or at lldb's prompt (the files stay together):

    command script import /usr/share/ndx/ndx_lldb.py

`frame variable --raw x` shows the members.
"""

import os
import sys

import lldb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ndx_text  # noqa: E402


class Value:
    """An lldb.SBValue with the methods that ndx_text asks for."""

    def __init__(self, value):
        self.value = value.GetNonSyntheticValue()

    def member(self, name):
        return Value(self.value.GetChildMemberWithName(name))

    def integer(self):
        signed = self.value.GetType().GetCanonicalType().GetTypeFlags() & lldb.eTypeIsSigned
        return self.value.GetValueAsSigned() if signed else self.value.GetValueAsUnsigned()

    def enumerator(self):
        return (self.value.GetValue() or '').rpartition('::')[2]

    def element_type(self):
        element = self.value.GetType().GetCanonicalType().GetTemplateArgumentType(0)
        element = element.GetCanonicalType().GetUnqualifiedType()
        return element.GetName(), element.GetByteSize()

    def memory(self, address, count):
        error = lldb.SBError()
        data = self.value.GetProcess().ReadMemory(address, count, error)
        if error.Fail() or data is None:
            raise ndx_text.MemoryFault
        return data

    def other_text(self, address):
        data = self.memory(address, self.element_type()[1])
        return "b'" + ''.join('\\x{:02X}'.format(byte) for byte in data) + "'"


def summary(value, _internal):
    """The text that lldb shows beside a variable."""
    if value.GetType().IsReferenceType():
        value = value.Dereference()
    return ndx_text.text(value.GetType().GetCanonicalType().GetUnqualifiedType().GetName(),
                         Value(value))


def __lldb_init_module(debugger, _internal):
    pattern = ndx_text.TYPE.pattern.replace('(?:', '(')  # lldb's expressions are POSIX's
    debugger.HandleCommand('type summary add --category ndx --regex "{}" '
                           '--python-function ndx_lldb.summary'.format(pattern))
    debugger.HandleCommand('type category enable ndx')
