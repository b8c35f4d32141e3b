"""Gradients of reads and writes by index: tests/data/gradients/indexing.txt."""

import torch
import torch.nn.functional as F
from gradients import Gradients, other, plain

g = Gradients("indexing")
case = g.case
index = g.whole("index", [2, 0, 0, 2, 1])
unique = g.whole("unique", [2, 0])
back = g.whole("back", [-1, 0])
none = g.whole("none", torch.zeros(0))
along = g.whole("along", [[[0, 2, 1, 2], [2, 2, 1, 0]], [[1, 0, 0, 1], [1, 1, 0, 2]]])  # [2, 2, 4], of axis 1 of [2, 3, 4]
once = g.whole("once", [[[0, 2, 1, 2], [2, 1, 0, 0]], [[1, 0, 0, 1], [2, 1, 2, 2]]])
last = g.whole("last", [[0, 3, 3, 1, 2], [1, 1, 1, 1, 0], [3, 0, 2, 2, 2]])  # [3, 5], of axis 1 of [3, 4]
stretched = g.whole("stretched", [[[2, 0, 1, 1], [0, 0, 2, 2]]])  # [1, 2, 4]
anywhere = g.whole("anywhere", [[0, 5, 5], [11, 3, 5]])  # of [3, 4]
places = g.whole("places", [[7, 0], [3, 10]])
ids = g.whole("ids", [[4, 0, 4], [1, 4, 2]])
one_id = g.whole("id", 3)

x = plain(2, 3, 4)
case("index_select middle", lambda x: x.index_select(1, index), x=x)
case("index_select last", lambda x: x.index_select(-1, index), x=x)
case("index_select none", lambda x: x.index_select(1, none), x=x)
case("index_select transposed", lambda x: x.mT.index_select(1, index), x=x)
case("gather middle", lambda x: x.gather(1, along), x=x)
case("gather last", lambda x: x.gather(1, last), x=plain(3, 4))
case("gather transposed", lambda x: x.T.gather(0, last.T), x=plain(3, 4))
case("take_along_axis stretched", lambda x: torch.take_along_dim(x, stretched, 1), x=x)
case("take_along_axis both", lambda x: torch.take_along_dim(x, along, 1), x=plain(1, 3, 4))
case("take any", lambda x: x.take(anywhere), x=plain(3, 4))
case("take transposed", lambda x: x.T.take(anywhere), x=plain(3, 4))
case("embedding matrix", lambda w: F.embedding(ids, w), w=plain(5, 3))
case("embedding vector", lambda w: F.embedding(index, w), w=plain(5, 3))
case("embedding scalar", lambda w: F.embedding(one_id, w), w=plain(5, 3))
case("embedding of none", lambda w: F.embedding(none, w), w=plain(5, 3))
case("embedding shared with the head", lambda w: F.embedding(ids, w) @ w.T, w=plain(5, 3))

# Writes, which leave the operand as it is.
v = other(2, 2, 4)
case("scatter once", lambda x, v: x.scatter(1, once, v), x=x, v=v)
case("scatter_add repeated", lambda x, v: x.scatter_add(1, along, v), x=x, v=v)
case("index_add middle", lambda x, v: x.index_add(1, index, v), x=x, v=other(2, 5, 4))
case("index_copy middle", lambda x, v: x.index_copy(1, unique, v), x=x, v=v)
case("index_fill last", lambda x: x.index_fill(-1, back, 9), x=x)
case("put some", lambda x, v: x.put(places, v), x=plain(3, 4), v=other(2, 2))
g.write()
