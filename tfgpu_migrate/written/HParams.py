import json
import numbers
import re


class HParams:
    """Hyperparameters as attributes, each with its type, as tf.contrib.training.HParams."""

    def __init__(self, **kwargs):
        self._hparam_types = {}
        for name, value in kwargs.items():
            self.add_hparam(name, value)

    def __contains__(self, key):
        return key in self._hparam_types

    def __str__(self):
        return ",".join(f"{name}={value}" for name, value in self.values().items())

    def __repr__(self):
        return f"{type(self).__name__}({sorted(self.values().items())})"

    def values(self):
        return {name: getattr(self, name) for name in self._hparam_types}

    def get(self, key, default=None):
        return getattr(self, key) if key in self else default

    def add_hparam(self, name, value):
        if getattr(self, name, None) is not None:
            raise ValueError(f"Hyperparameter name is reserved: {name}")
        is_list = isinstance(value, (list, tuple))
        if is_list and not value:
            raise ValueError(f"Multi-valued hyperparameters cannot be empty: {name}")
        self._hparam_types[name] = (type(value[0] if is_list else value), is_list)
        setattr(self, name, value)

    def set_hparam(self, name, value):
        kind, is_list = self._hparam_types[name]
        if isinstance(value, list) != is_list:
            raise ValueError(f"{name} takes a {'list' if is_list else 'single value'}, not {value!r}")
        cast = [_cast_hparam(name, kind, one) for one in (value if is_list else [value])]
        setattr(self, name, cast if is_list else cast[0])

    def del_hparam(self, name):
        if hasattr(self, name):
            delattr(self, name)
            del self._hparam_types[name]

    def override_from_dict(self, values_dict):
        for name, value in values_dict.items():
            self.set_hparam(name, value)
        return self

    def parse(self, values):
        """Set the hyperparameters that a string like `rate=0.1,sizes=[3,4]` names."""
        clause, parsed, at = re.compile(r"([a-zA-Z][\w.]*)\s*=\s*(?:([^,[]*)|\[([^]]*)\])(?:$|,\s*)"), {}, 0
        while at < len(values):
            found = clause.match(values, at)
            if not found or found[1] not in self or found[1] in parsed:
                raise ValueError(f"Malformed, unknown or repeated hyperparameter: {values[at:]}")
            name, text, texts = found.groups()
            kind = self._hparam_types[name][0]
            read = _read_boolean if kind is bool else kind
            parsed[name] = read(text) if texts is None else [read(one) for one in re.split("[ ,]", texts) if one]
            at = found.end()
        return self.override_from_dict(parsed)

    def to_json(self, indent=None, separators=None, sort_keys=False):
        return json.dumps(self.values(), indent=indent, separators=separators, sort_keys=sort_keys)

    def parse_json(self, values_json):
        return self.override_from_dict(json.loads(values_json))


def _read_boolean(text):
    return text in ("true", "True") or (text not in ("false", "False") and bool(int(text)))


def _cast_hparam(name, kind, value):
    if type(value) is kind or kind is type(None):
        return value
    fits = issubclass(kind, bool) == isinstance(value, bool)
    for base in ((str, bytes), numbers.Integral, numbers.Number):
        fits = fits and (isinstance(value, base) or not issubclass(kind, base))
    if not fits:
        raise ValueError(f"Could not cast hparam {name!r} of type {kind} from value {value!r}")
    return kind(value)
