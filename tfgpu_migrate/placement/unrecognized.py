"""What a setter of tf.config is given in place of a physical device: a string, a number, a list, a logical one."""

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.physical import are_names, is_element, is_name, lists_of
from tfgpu_migrate.placement.setters import LOGICAL_LISTS, PHYSICAL_LISTS, VISIBLE


def given_device(use: Use) -> ast.expr | None:
    """What a setter is to set something for."""
    return use.first_argument("device", "devices")


def is_unrecognized(index: Index, use: Use) -> bool:
    """Whether a setter surely is given something that is no physical device."""
    device = given_device(use)
    if device is None:
        return False
    physical, logical = set(lists_of(index, *PHYSICAL_LISTS)), set(lists_of(index, *LOGICAL_LISTS))
    takes_lists = use.symbol in VISIBLE
    if isinstance(device, ast.List) and takes_lists:
        return any(isinstance(one, ast.Constant) or is_name(one, physical) for one in device.elts)
    constant = isinstance(device, ast.Constant) or (isinstance(device, ast.List) and not takes_lists)
    named = is_name(device, physical) or are_names(device, physical)
    return (
        constant
        or named
        or is_element(device, logical)
        or id(device) in (logical if takes_lists else logical | physical)
    )


def whole_list(index: Index, use: Use) -> ast.expr | None:
    """The list of physical devices that is given where one device is wanted."""
    device = given_device(use)
    if device is None or use.symbol in VISIBLE:
        return None
    return device if id(device) in set(lists_of(index, *PHYSICAL_LISTS)) else None
