"""Gradients of recurrent layers and cells, by everything that they read: tests/data/gradients/recurrent.txt.

A layer's results are one after the other what the sum is of: the outputs, the last states, and the last cell states, whose axis of layers is
the one before the last, as here. Every tensor has numbers of its own: `input CASE/weight_ih_l0 20x3`.
"""

import zlib

import numpy as np
import torch
from gradients import Gradients, Input
from torch import nn
from torch.func import functional_call
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

g = Gradients("recurrent")


def numbers(key, name, *sizes):
    """Numbers of its own for each tensor of a case, small ones for weights."""
    rng = np.random.default_rng(zlib.crc32(f"{key}/{name}".encode()))
    low = 0.6 if name[0] in "wb" else 1.5
    values = np.round(rng.uniform(-low, low, size=sizes), 3)
    return Input(f"{key}/{name}", *sizes, values=values.tolist())


def layers_last(states):
    """PyTorch's `[layers, batch, hidden]` as `[batch, layers, hidden]`."""
    return states.transpose(0, 1)


def layer(key, module, batch, steps, states=False, lengths=None):
    lstm = isinstance(module, nn.LSTM)
    inputs = {"x": numbers(key, "x", batch, steps, module.input_size)}
    count = module.num_layers * (1 + module.bidirectional)
    if states:
        widths = {"h": module.proj_size or module.hidden_size, "c": module.hidden_size}
        inputs |= {name: numbers(key, name, batch, count, widths[name]) for name in ("hc" if lstm else "h")}
    named = {name: numbers(key, name, *x.shape) for name, x in module.named_parameters()}

    def run(x, *rest):
        given, weights = rest[: len(inputs) - 1], dict(zip(named, rest[len(inputs) - 1 :]))
        given = [state.transpose(0, 1).contiguous() for state in given]
        given = (tuple(given) if lstm else given[0],) if given else ()
        if lengths:
            x = pack_padded_sequence(x, torch.tensor(lengths), batch_first=True, enforce_sorted=False)
        y, last = functional_call(module.to(rest[0].dtype), weights, (x, *given))
        if lengths:
            y = pad_packed_sequence(y, batch_first=True, total_length=steps)[0]
        last = [layers_last(state) for state in (last if lstm else (last,))]
        return torch.cat([part.flatten() for part in (y, *last)])

    g.case(key, run, **inputs, **named)


def cell(key, module, batch):
    lstm = isinstance(module, nn.LSTMCell)
    inputs = {"x": numbers(key, "x", batch, module.input_size)}
    inputs |= {name: numbers(key, name, batch, module.hidden_size) for name in ("hc" if lstm else "h")}
    named = {name: numbers(key, name, *x.shape) for name, x in module.named_parameters()}

    def run(x, *rest):
        given, weights = rest[: len(inputs) - 1], dict(zip(named, rest[len(inputs) - 1 :]))
        state = functional_call(module.to(x.dtype), weights, (x, tuple(given) if lstm else given[0]))
        return torch.cat([part.flatten() for part in (state if lstm else (state,))])

    g.case(key, run, **inputs, **named)


def kinds(name, make):
    layer(f"{name} plain", make(3, 5, batch_first=True), 2, 4)
    layer(f"{name} one", make(3, 5, batch_first=True), 1, 6, states=True)
    layer(f"{name} no bias", make(3, 5, bias=False, batch_first=True), 2, 3, states=True)
    layer(f"{name} both ways", make(2, 3, 2, bidirectional=True, batch_first=True), 3, 4, states=True)
    layer(f"{name} lengths", make(2, 3, 2, bidirectional=True, batch_first=True), 4, 5, lengths=[3, 5, 1, 4])


kinds("lstm", nn.LSTM)
kinds("gru", nn.GRU)
kinds("rnn", nn.RNN)
layer("lstm projected", nn.LSTM(3, 5, proj_size=2, batch_first=True), 2, 4)
layer("lstm projected one", nn.LSTM(3, 20, proj_size=17, batch_first=True), 1, 6, states=True)
layer("lstm projected no bias", nn.LSTM(3, 5, bias=False, proj_size=2, batch_first=True), 2, 3, states=True)
layer("lstm projected both ways", nn.LSTM(2, 3, 2, proj_size=1, bidirectional=True, batch_first=True), 3, 4, states=True)
layer("lstm projected lengths", nn.LSTM(2, 4, 2, proj_size=3, bidirectional=True, batch_first=True), 4, 5, lengths=[3, 5, 1, 4])
layer("rnn relu", nn.RNN(3, 5, nonlinearity="relu", batch_first=True), 2, 4, states=True)
# As wide as some panels of weights and a part of one, for as many rows as some tiles.
layer("lstm wide", nn.LSTM(3, 20, batch_first=True), 7, 3)
cell("lstm cell", nn.LSTMCell(3, 5), 2)
cell("lstm cell no bias", nn.LSTMCell(3, 5, bias=False), 9)
cell("gru cell", nn.GRUCell(3, 5), 2)
cell("rnn cell", nn.RNNCell(3, 5), 2)
cell("rnn cell relu", nn.RNNCell(3, 5, nonlinearity="relu"), 2)
g.write()
