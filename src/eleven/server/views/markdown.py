"""A rulebook as a tree of elements, which the page builds without writing markup itself.

An element is a list: its tag, its attributes, then what is in it, elements and texts. So `**two** cards` is
`["strong", {}, "two"], " cards"`.
"""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from typing_extensions import TypeAliasType

MarkdownNode = TypeAliasType("MarkdownNode", "str | list[str | dict[str, str] | MarkdownNode]")

PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")
RULE = re.compile(r"[A-Z]{2}-\d+(\.\d+)?")
RULING = "("
"""The beginning of italics that mark a ruling, which the rulebook itself does not contain."""
SAFE = ("http:", "https:", "#")


def elements(text: str) -> list[MarkdownNode]:
    """The blocks of a text."""
    return [node for child in SyntaxTreeNode(PARSER.parse(text)).children for node in _nodes(child)]


def _nodes(node: SyntaxTreeNode) -> Iterator[MarkdownNode]:
    """The elements of a piece of Markdown; a paragraph in a list item is not an element of its own."""
    in_item = node.type == "paragraph" and node.parent is not None and node.parent.type == "list_item"
    if node.type in ("text", "code_block", "fence"):
        if node.content:
            yield node.content
    elif node.type == "softbreak":
        yield " "
    elif node.type == "inline" or in_item or (node.type == "link" and not _address(node).startswith(SAFE)):
        yield from _inside(node)
    elif node.type == "code_inline":
        yield ["code", {}, node.content]
    elif node.type == "list_item":
        yield _item(node)
    else:
        yield [node.tag, _attributes(node), *_inside(node)]


def _inside(node: SyntaxTreeNode) -> Iterator[MarkdownNode]:
    for child in node.children:
        yield from _nodes(child)


def _item(node: SyntaxTreeNode) -> MarkdownNode:
    """A list item; a rule has its id as an anchor, and its id links to it."""
    first, *rest = [*_inside(node), ""]
    if isinstance(first, list) and first[0] == "strong" and RULE.fullmatch(rule := str(first[2])):
        return ["li", {"id": rule}, ["a", {"class": "rule-id", "href": f"#{rule}"}, rule], *rest[:-1]]
    return ["li", {}, first, *rest[:-1]]


def _attributes(node: SyntaxTreeNode) -> dict[str, str]:
    """The address of a heading or a link, and the mark of a ruling."""
    if node.type == "heading":
        return {"id": _slug(node.children[0].content)}
    if node.type == "link":
        return {"href": _address(node)}
    if node.type == "em" and node.children[0].content.startswith(RULING):
        return {"class": "ruling"}
    return {}


def _address(node: SyntaxTreeNode) -> str:
    return str(node.attrs["href"])


def _slug(text: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[\W_]+", "-", f"part-{text}".lower()).strip("-")
