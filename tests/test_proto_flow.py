"""How a proto is followed beyond one variable: through functions, attributes, choices, aliases and copies."""

import textwrap

import pytest

from tests.test_proto import LOGGED, decisions, fixed

LOG = "log_device_placement=True"
MOVES = {
    "two calls of a helper": (
        f"""
        def make():
            return tf.ConfigProto({LOG})
        a = tf.Session(config=make())
        b = tf.Session(config=make())
        """,
        f"""
        def make():
            {LOGGED.strip()}
        make()
        a = tf.compat.v1.Session()
        make()
        b = tf.compat.v1.Session()
        """,
    ),
    "a helper that returns early": (
        f"""
        def make(x):
            if x:
                return tf.ConfigProto({LOG})
            return tf.ConfigProto()
        s = tf.Session(config=make(y))
        """,
        f"""
        def make(x):
            if x:
                {LOGGED.strip()}
                return
        make(y)
        s = tf.compat.v1.Session()
        """,
    ),
    "what the caller takes back": (
        f"""
        def make():
            return tf.ConfigProto({LOG})
        c = make()
        c.log_device_placement = False
        s = tf.Session(config=c)
        """,
        f"""
        def make():
            {LOGGED.strip()}
        make()
        tf.debugging.set_log_device_placement(False)
        s = tf.compat.v1.Session()
        """,
    ),
    "an attribute that another one becomes": (
        f"""
        class A:
            def __init__(self):
                config = tf.ConfigProto({LOG})
                self.config = config
            def open(self):
                return tf.Session(config=self.config)
        """,
        f"""
        class A:
            def __init__(self):
                {LOGGED.strip()}
            def open(self):
                return tf.compat.v1.Session()
        """,
    ),
    "values one after the other": (
        f"""
        c = tf.ConfigProto({LOG})
        with tf.Session(config=c): pass
        c = tf.ConfigProto({LOG})
        with tf.Session(config=c): pass
        """,
        f"""
        {LOGGED.strip()}
        with tf.compat.v1.Session(): pass
        {LOGGED.strip()}
        with tf.compat.v1.Session(): pass
        """,
    ),
    "a part of a choice": (
        """
        o = tf.GPUOptions(allow_growth=True) if x else None
        s = tf.Session(config=tf.ConfigProto(gpu_options=o))
        """,
        """
        if x:
            for gpu in tf.config.list_physical_devices("GPU"):
                tf.config.experimental.set_memory_growth(gpu, True)
        s = tf.compat.v1.Session()
        """,
    ),
    "a function that fills it": (
        """
        def tune(times, c):
            c.log_device_placement = times
            return c
        s = tf.Session(config=tune(3, c=tf.ConfigProto()))
        """,
        """
        def tune(times):
            tf.debugging.set_log_device_placement(times)
        tune(3)
        s = tf.compat.v1.Session()
        """,
    ),
    "a method that opens the session": (
        f"""
        class A:
            def open(self, config, steps=1):
                self.sess = tf.Session(config=config)
        A().open(tf.ConfigProto({LOG}))
        """,
        f"""
        class A:
            def open(self, config, steps=1):
                self.sess = tf.compat.v1.Session(config=config)
        A().open(tf.compat.v1.ConfigProto({LOG}))
        """,
    ),
    "a function that many call": (
        f"""
        def run(config, steps):
            tf.Session(config=config).run(steps)
        run(tf.ConfigProto({LOG}), 1)
        run(tf.ConfigProto({LOG}), 2)
        """,
        f"""
        def run(steps):
            tf.compat.v1.Session().run(steps)
        {LOGGED.strip()}
        run(1)
        {LOGGED.strip()}
        run(2)
        """,
    ),
    "a method that is called by its class": (
        f"""
        class A:
            def open(self, config, steps=1):
                tf.Session(config=config).run(steps)
            def main(self):
                A.open(self, tf.ConfigProto({LOG}))
        A().main()
        """,
        f"""
        class A:
            def open(self, steps=1):
                tf.compat.v1.Session().run(steps)
            def main(self):
                {LOGGED.strip()}
                A.open(self)
        A().main()
        """,
    ),
    "an attribute of a class whose bases are known": (
        f"""
        import abc
        class A(tf.Module, abc.ABC, object):
            def __init__(self):
                self.config = tf.ConfigProto({LOG})
            def open(self):
                return tf.Session(config=self.config)
        """,
        f"""
        import abc
        class A(tf.Module, abc.ABC, object):
            def __init__(self):
                {LOGGED.strip()}
            def open(self):
                return tf.compat.v1.Session()
        """,
    ),
    "a global that a function sets": (
        f"""
        config = None
        def setup():
            global config
            config = tf.ConfigProto({LOG})
        def run():
            tf.Session(config=config).run(1)
        setup()
        run()
        """,
        f"""
        def setup():
            global config
            {LOGGED.strip()}
        def run():
            tf.compat.v1.Session().run(1)
        setup()
        run()
        """,
    ),
    "sessions that differ, the second without the first one's field": (
        f"""
        with tf.Session(config=tf.ConfigProto({LOG})): pass
        c = tf.ConfigProto()
        with tf.Session(config=c): pass
        """,
        f"""
        {LOGGED.strip()}
        with tf.compat.v1.Session(): pass
        tf.debugging.set_log_device_placement(False)
        with tf.compat.v1.Session(): pass
        """,
    ),
}


@pytest.mark.parametrize(("before", "after"), MOVES.values(), ids=MOVES)
def test_what_is_followed_moves(before: str, after: str) -> None:
    assert fixed(before) == textwrap.dedent(after)
    assert fixed(after) == textwrap.dedent(after)


STAYS = {
    "a caller that is not in sight": (
        f"""
        def make():
            return tf.ConfigProto({LOG})
        register(make)
        s = tf.Session(config=make())
        """,
        "callers that are not all in sight",
    ),
    "a property": (
        f"""
        class A:
            @property
            def config(self):
                return tf.ConfigProto({LOG})
            def open(self):
                return tf.Session(config=self.config)
        """,
        "callers that are not all in sight",
    ),
    "another result": (
        f"""
        def make(x):
            return load(x) if x else tf.ConfigProto({LOG})
        s = tf.Session(config=make(1))
        """,
        "conditional expression",
    ),
    "other arguments": (
        """
        def make(x):
            return tf.ConfigProto(intra_op_parallelism_threads=x)
        a = tf.Session(config=make(1))
        b = tf.Session(config=make(2))
        """,
        "want different settings",
    ),
    "another caller adds to it": (
        f"""
        def make():
            return tf.ConfigProto({LOG})
        c = make()
        c.allow_soft_placement = True
        a = tf.Session(config=c)
        b = tf.Session(config=make())
        """,
        "want different settings",
    ),
    "an attribute that a subclass reads": (
        f"""
        class A:
            def __init__(self):
                self.config = tf.ConfigProto({LOG})
        class B(A):
            def open(self):
                return tf.Session(config=self.config)
        """,
        "may read or change it",
    ),
    "an attribute that a subclass of a subclass reads": (
        f"""
        class A:
            def __init__(self):
                self.config = tf.ConfigProto({LOG})
                self.sess = tf.Session(config=self.config)
        class B(A): pass
        class C(B):
            def open(self):
                return tf.Session(config=self.config)
        """,
        "`self.config` may read or change it",
    ),
    "an attribute that another base of a subclass reads": (
        f"""
        class A:
            config = tf.ConfigProto({LOG})
        class B:
            def open(self):
                return tf.Session(config=self.config)
        class C(A, B): pass
        C().open()
        """,
        "`self.config` may read or change it",
    ),
    "an attribute that a base in another file may read": (
        f"""
        from trainers import Trainer
        class A(Trainer):
            def __init__(self):
                self.config = tf.ConfigProto({LOG})
                self.sess = tf.Session(config=self.config)
        """,
        "`Trainer` may read or change it",
    ),
    "a method whose name another class inherits from elsewhere": (
        f"""
        from trainers import Trainer
        class A:
            def make(self):
                return tf.ConfigProto({LOG})
            def open(self):
                return tf.Session(config=self.make())
        class B(Trainer):
            def open(self):
                return tf.Session(config=self.make())
        """,
        "callers that are not all in sight",
    ),
    "a function of a library": (
        f"""
        def run(config, steps):
            tf.Session(config=config).run(steps)
        def main():
            run(tf.ConfigProto({LOG}), 1)
        """,
        "other files may call `run`",
    ),
    "objects that are built with other values": (
        """
        class A:
            def __init__(self, log):
                self.config = tf.ConfigProto(log_device_placement=log)
            def open(self):
                return tf.Session(config=self.config)
        a, b = A(x), A(y)
        """,
        "built more than once",
    ),
    "a part for one branch": (
        """
        o = tf.GPUOptions(allow_growth=True)
        c = tf.ConfigProto()
        if x:
            c.gpu_options.CopyFrom(o)
        s = tf.Session(config=c)
        """,
        "used in one branch only",
    ),
    "a part of one side": (
        """
        o = tf.GPUOptions(allow_growth=True)
        s = tf.Session(config=tf.ConfigProto(gpu_options=o) if x else tf.ConfigProto())
        """,
        "used in one branch only",
    ),
    "a copy over what was set": (
        f"""
        c = tf.ConfigProto({LOG})
        c.CopyFrom(tf.ConfigProto())
        s = tf.Session(config=c)
        """,
        "not followed",
    ),
    "a session that may be given None": (
        f"""
        def open(config=None):
            return tf.Session(config=config)
        s = tf.Session(config=tf.ConfigProto({LOG}))
        """,
        "would inherit",
    ),
    "devices counted in two functions": (
        """
        def tune(c):
            c.device_count["CPU"] = 1
        c = tf.ConfigProto(device_count={"CPU": 2})
        tune(c)
        s = tf.Session(config=c)
        """,
        "counted twice",
    ),
    "a parameter with a default of its own": (
        f"""
        def open(config=None):
            if config is None:
                config = tf.ConfigProto({LOG})
            return tf.Session(config=config)
        """,
        "may also come from the caller",
    ),
    "an interactive session of one side": (
        """
        c = tf.ConfigProto(gpu_options=tf.GPUOptions(allow_growth=True)) if x else tf.ConfigProto()
        s = tf.InteractiveSession(config=c)
        """,
        "InteractiveSession ignores tf.config",
    ),
    "conditions that the next session does not share": (
        """
        c = tf.ConfigProto()
        if x:
            c.graph_options.rewrite_options.remapping = 1
        with tf.Session(config=c): pass
        d = tf.ConfigProto()
        if y:
            d.graph_options.rewrite_options.remapping = 1
        with tf.Session(config=d): pass
        """,
        "want different settings",
    ),
    "a call between that may open the session": (
        """
        def run():
            tf.Session(config=c)
        c = tf.ConfigProto()
        run()
        c.log_device_placement = True
        run()
        """,
        "may open its session before all of it is set",
    ),
}


@pytest.mark.parametrize(("code", "reason"), STAYS.values(), ids=STAYS)
def test_what_is_not_the_same_stays(code: str, reason: str) -> None:
    reasons = [one.problem.reason for one in decisions(code) if one.problem]
    assert any(reason in one for one in reasons), reasons
    assert "tf.config." not in fixed(code)
