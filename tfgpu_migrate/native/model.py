"""What a graph program is made of, as the conversion sees it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from enum import Enum

from tfgpu_migrate.edit.diagnostics import Edit


class Refused(Exception):
    """A place (None: the whole file) that the conversion does not understand, or must not change: it stays a graph."""

    def __init__(self, node: ast.AST | None, reason: str) -> None:
        super().__init__(reason)
        self.node, self.reason = node, reason


class Kind(Enum):
    """What a name of the program stands for. Names of plain Python have none."""

    PLACEHOLDER = "a placeholder"
    VARIABLE = "a variable"
    HOLDER = "a collection of variables"
    LAYER = "a layer"
    SCHEDULE = "a learning rate that follows the global step"
    LISTED = "a list of variables"
    GRADIENTS = "a list of gradients"
    SYMBOLIC = "an op that runs in the session"
    EAGER = "a constant op"
    OPTIMIZER = "an optimizer"
    TRAIN = "a training op"
    INITIALIZER = "an initializer"
    DATASET = "a dataset"
    ITERATOR = "an iterator"
    ELEMENT = "an element of a dataset"
    QUEUE = "a queue"
    READER = "a reader"
    COORDINATOR = "what runs the queues"
    STARTER = "the initializer of an iterator"
    SUMMARY = "a summary"
    WRITER = "a writer of summaries"
    SESSION = "a session"
    GRAPH = "a graph"
    SAVER = "a saver"
    GONE = "part of a graph that was reset"


@dataclass(eq=False)
class Value:
    """What one statement binds a name to."""

    kind: Kind
    name: str
    step: ast.stmt
    node: ast.expr | None = None  # the expression that makes it
    follows: str = ""  # the variable that a schedule follows
    part: int = 0  # how many graphs of the file were reset before
    drawn: bool = False  # a constant op that draws: a new value in each run
    number: int = 0  # of a session, among those of its graph
    is_update: bool = False  # whether it only changes variables, and gives nothing
    form: str = ""  # of gradients: `list`, `pairs` (with variables) or `variables`; of a layer: what builds it
    summaries: list[Summary] = field(default_factory=list)  # that a summary merges, or itself


@dataclass(eq=False)
class Summary:
    """One summary: the function of `tf.summary` that writes it, its tag in the event files, and what it is about."""

    function: str
    tag: str  # as an expression
    value: Value
    step: Step | None = None  # what computes the value, where it is an expression in the call


@dataclass(eq=False)
class Step:
    """A statement that builds what runs in the session: it moves into the functions that need it."""

    node: ast.stmt
    defines: list[Value]
    reads: list[Value]
    plain: frozenset[str]  # names of plain Python that it reads
    assigns: frozenset[Value] = frozenset()  # variables that it changes
    sparse: bool = False  # whether gradients may come as slices
    called: str = ""  # what computes its value, where the statement makes a layer and stays
    device: str = ""  # the expression of the device that it is placed on
    draws: str = ""  # the op that draws random numbers in it
    gradient_of: Value | None = None  # the loss whose gradients it takes
    of_variables: list[str] = field(default_factory=list)  # and of which variables
    lines: list[str] = field(default_factory=list)  # of a statement that is written in another way
    expression: ast.expr | None = None  # the part of the statement that is meant, where it is not the whole

    def variables(self) -> set[Value]:
        """The variables that it reads or changes itself."""
        return {one for one in self.reads if one.kind in (Kind.VARIABLE, Kind.HOLDER, Kind.LAYER)}

    @property
    def part(self) -> int:
        """The part of the program that it belongs to."""
        return self.defines[0].part

    @property
    def moves(self) -> bool:
        """Whether its statement leaves the module for a function."""
        return self.expression is None and not self.called


@dataclass(eq=False)
class Training:
    """`train_op = optimizer.minimize(loss)`, or `optimizer.apply_gradients(pairs)`."""

    node: ast.stmt
    value: Value
    loss: Value
    optimizer: str  # the name that the optimizer has or gets
    made_here: str  # the expression that makes it in the same statement; "" where it has its own
    symbol: str  # of the optimizer in TensorFlow 1
    variables: list[str] | None = None  # `var_list`, as it is written
    global_step: str = ""  # the variable that counts its steps
    rate: str = ""  # the placeholder or variable that is its learning rate
    applied: ast.expr | None = None  # the gradients that it applies, where they are the program's own
    reads: list[Value] = field(default_factory=list)  # what they are made of

    @property
    def roots(self) -> list[Value]:
        """What must be computed for it."""
        return [self.loss, *self.reads]


@dataclass(eq=False)
class Start:
    """A run that lets an iterator begin, at the dataset of this name."""

    call: ast.Call
    statement: ast.stmt
    dataset: str
    feed: dict[str, ast.expr] = field(default_factory=dict)


@dataclass(frozen=True)
class Dataset:
    """What is known of a dataset: of how many tensors its tuples are, 0 for one tensor, None where it is not known."""

    parts: int | None
    fed: tuple[ast.Name, ...] = ()  # the placeholders that it is made of, where they stand
    shuffles: ast.AST | None = None  # where it shuffles by a seed, anew in each pass
    draws: ast.AST | None = None


@dataclass(eq=False)
class Source:
    """An iterator over a dataset; `elements` are the names of what it gives."""

    name: str
    dataset: str
    made: ast.stmt  # the statement that makes it
    shown: ast.expr | None = None  # the dataset where it has no name of its own
    text: str = ""  # the dataset that it becomes, where queues made it
    prepared: Prepared | None = None  # what its elements are made of, where queues did
    begins: bool = False  # of itself, at its first element
    known: Dataset = field(default_factory=lambda: Dataset(None))
    elements: list[str] = field(default_factory=list)
    is_unpacked: bool = False
    named_by: ast.stmt | None = None  # the statement that names its elements
    starts: list[Start] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)  # those that became `for` loops; all of its runs stand in them

    def gives_tensors(self) -> bool:
        """Whether each of its names surely is one tensor."""
        return self.known.parts == (len(self.elements) if self.is_unpacked else 0)


@dataclass(eq=False)
class Prepared:
    """What a graph computes between two queues: a function that a dataset maps."""

    name: str
    given: list[str]
    steps: list[Step]
    returned: list[ast.expr]


@dataclass(eq=False)
class Loop:
    """`while True` around a `try`, or in one, that ends with the dataset: a `for` loop over it."""

    loop: ast.While
    attempt: ast.Try
    handler: ast.ExceptHandler
    body: list[ast.stmt]
    dataset: str


@dataclass(frozen=True, eq=False)
class Fetch:
    """One thing that a run asks for: a name, or an expression around at most one op (`accuracy * 100`)."""

    node: ast.expr
    value: Value | None
    is_inline: bool = False
    edits: tuple[Edit, ...] = ()


@dataclass(eq=False)
class Summarized:
    """The summary that a run fetches: the name that it is bound to, and those of what it is about."""

    value: Value
    name: str  # empty where it is written at once
    targets: list[ast.expr | None]  # of each fetch: None where the summary alone needs it
    names: dict[int, str] = field(default_factory=dict)  # by the id of a value


@dataclass(eq=False)
class Run:
    """One `sess.run(...)`, `x.eval(...)` or `op.run(...)`; `feed` has what each placeholder gets."""

    call: ast.Call
    statement: ast.stmt
    fetches: list[Fetch]
    is_list: bool
    feed: dict[str, ast.expr]
    summary: Summarized | None = None


@dataclass(eq=False)
class Written:
    """`writer.add_summary(summary, step)`, and the run that made the summary, or what is written of plain Python."""

    statement: ast.Expr
    writer: str
    step: ast.expr | None
    run: Run | None
    pairs: list[tuple[ast.expr, ast.expr]] = field(default_factory=list)  # tags and numbers of a `tf.Summary`
    made: ast.Assign | None = None  # the statement that puts it together, where that is another


@dataclass(frozen=True, eq=False)
class Held:
    """A variable, layer or dictionary of variables that a saver holds, as it is written; `key`: the name it is told."""

    value: Value
    written: str
    key: str = ""


@dataclass(frozen=True, eq=False)
class Saved:
    """`saver.save(sess, path, step)` or `saver.restore(sess, path)`, in a statement of one that runs once (`top`)."""

    call: ast.Call
    statement: ast.stmt
    top: ast.stmt
    path: ast.expr
    step: ast.expr | None = None

    @property
    def is_sure(self) -> bool:
        """Whether it happens, once."""
        return self.statement is self.top


@dataclass(eq=False)
class Saver:
    """`name = tf.train.Saver(...)`: what it holds, and the places where it saves and restores."""

    node: ast.Assign
    name: str
    part: int
    held: list[Held]
    keeps: ast.expr | None = None  # how many checkpoints, where the program says it
    is_whole: bool = False  # it was told nothing: it holds all variables, those of optimizers too
    trainings: list[Training] = field(default_factory=list)  # whose state it holds
    saves: list[Saved] = field(default_factory=list)
    restores: list[Saved] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)  # under which a checkpoint holds them
    old: list[Saved] = field(default_factory=list)  # restores of what TensorFlow 1 may have saved, with an optimizer
    follows: str = ""  # the step that the learning rate of its optimizer follows
    old_names: dict[str, str] = field(default_factory=dict)  # what TensorFlow 1 calls each variable, as it is written


@dataclass(eq=False)
class Program:
    """What the reader found: the pieces in order, and edits that are settled already."""

    straight: list[ast.stmt] = field(default_factory=list)  # statements that run once, one after the other
    steps: dict[int, Step] = field(default_factory=dict)
    placeholders: dict[str, Value] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)  # other names of what has a name already
    defaults: dict[str, str] = field(default_factory=dict)  # of placeholders that need not be fed
    trainings: list[Training] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    variables: list[Value] = field(default_factory=list)  # in the order of their creation
    schedules: list[Value] = field(default_factory=list)
    assigned: set[Value] = field(default_factory=set)  # variables that runs change where they stand, in no step
    keys: dict[str, list[str]] = field(default_factory=dict)  # of the dictionaries that hold variables
    frozen: set[str] = field(default_factory=set)  # variables that are not trained
    sources: list[Source] = field(default_factory=list)
    savers: list[Saver] = field(default_factory=list)
    untried: list[ast.Try] = field(default_factory=list)  # that ended queues: their bodies move to the left
    ended: list[ast.Try] = field(default_factory=list)  # that end queues at last, and have handlers
    switch: ast.stmt | None = None  # the statement that switched graph mode on
    summaries: list[Summary] = field(default_factory=list)
    writes: list[Written] = field(default_factory=list)
    written_anew: list[tuple[ast.stmt, list[str]]] = field(default_factory=list)  # statements, and what they become
    gone: list[ast.stmt] = field(default_factory=list)
    lines_gone: set[int] = field(default_factory=set)  # of branches that had nothing else
    closed: list[ast.stmt] = field(default_factory=list)  # statements of methods that close the session
    unwrapped: list[ast.With] = field(default_factory=list)  # their header goes, their body moves to the left
    first_op: ast.stmt | None = None  # the statement that starts the runtime, once it is eager
    hoisted: list[ast.stmt] = field(default_factory=list)  # device configuration below it
    devices: list[ast.With] = field(default_factory=list)  # blocks that place what stays in them
    resets: list[int] = field(default_factory=list)  # the lines where a new graph begins
    edits: list[Edit] = field(default_factory=list)
    made_by: dict[int, Step] = field(default_factory=dict)  # by the id of a value

    def source_of(self, element: str) -> Source | None:
        """The iterator that gives an element; None for a placeholder."""
        return next((one for one in self.sources if element in one.elements), None)

    def end_of(self, part: int) -> float:
        """The line where a part of the program ends."""
        return self.resets[part] if part < len(self.resets) else float("inf")

    def start_of(self, part: int) -> int:
        """The line where a part of the program begins."""
        return self.resets[part - 1] if part else 0

    def add_step(self, step: Step) -> None:
        """Add a step, and what makes each of its values."""
        self.steps[id(step)] = step
        self.made_by.update((id(one), step) for one in step.defines)
