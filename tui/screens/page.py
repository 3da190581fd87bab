"""What the pages of the program have in common: a title, a sentence, and the keys that do something now."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Key, Paste
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.style import Style
from textual.widgets import Static

from tui.keys import active_keys
from tui.quirks import run_bindings
from tui.theme import PLAIN, glyphs
from tui.widgets.entry import Entry
from tui.widgets.lines import Lines, plain_content

PAGE_COLUMNS_MAX = 100


def title(name: str, *more: str) -> Content:
    """A page's name, and quieter what else there is to know."""
    return Content.assemble((name, "bold"), *((f"  {glyphs().dot}  {part}", "dim") for part in more))


def cell(text: str, width: int) -> Content:
    """Text in a column: cut or filled up to this many cells."""
    return Content(text).truncate(width, ellipsis=True, pad=True)


class Told(Static):
    """Text that is taken literally, and drawn again only when it has changed."""

    def __init__(self, content: Content | str = "", *, id: str | None = None) -> None:
        super().__init__(_shown(content), id=id, markup=False)

    def tell(self, text: Content | str) -> None:
        content = _shown(text)
        if not (isinstance(self.content, Content) and content.is_same(self.content)):
            self.update(content)


def _shown(text: Content | str) -> Content:
    return plain_content(Content(text) if isinstance(text, str) else text, glyphs())


class KeyLine(Told):
    """The keys that do something now, as the bindings have them. Each can be clicked."""

    DEFAULT_CSS = """
    KeyLine {
        height: auto;
        link-style: none;
        link-color: ansi_default;
        link-background-hover: ansi_default;
        link-color-hover: ansi_default;
        link-style-hover: underline;
    }
    """

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self._refill())
        self.app.screen_change_signal.subscribe(self, lambda _: self._refill())

    def on_resize(self) -> None:
        self._refill()

    def _refill(self) -> None:
        if self.app.screen is not self.screen:
            return  # something lies on top, and takes the keys
        lines, width = [Content()], self.size.width or PAGE_COLUMNS_MAX
        for key in active_keys(self.screen):
            text = Content.assemble((key.shown, "bold"), (f" {key.does}", "dim"))
            if lines[-1].cell_length + text.cell_length > width:
                lines.append(Content())
            lines[-1] += text.stylize(Style.from_meta({"@click": f"app.simulate_key('{key.name}')"})) + "   "
        self.tell(Content("\n").join(line.rstrip() for line in lines))


class Page(Screen[None]):
    """A screen of the program that fills the window."""

    DEFAULT_CSS = f"""
    Page {{ align-horizontal: center; overflow: hidden; padding: 1 2; }}
    Page > * {{ max-width: {PAGE_COLUMNS_MAX}; }}
    Page > #title {{ height: 2; }}
    Page > #body {{ height: 1fr; }}
    Page > #sentence {{ height: auto; max-height: 3; margin-bottom: 1; }}
    """

    def compose(self) -> ComposeResult:
        yield Told(id="title")
        yield from self.body()
        yield Told(id="sentence")
        yield KeyLine()

    def body(self) -> ComposeResult:
        """The page's own widgets, between its title and its sentence."""
        yield from ()

    def on_mount(self) -> None:
        self.retell()

    def retell(self) -> None:
        """Say anew, in the language of now, what does not come from the table."""

    def say(self, sentence: Content | str) -> None:
        """Show one sentence until the next one."""
        self.query_one("#sentence", Told).tell(sentence)


class Typed(Screen[ScreenResultType]):
    """A screen to which the app gives every key before anybody else, for text may follow."""

    async def press(self, event: Key | Paste) -> None:
        """Do all that a key does before the next one is looked at, so that whatever is typed ahead keeps its order."""
        if isinstance(event, Key):
            await run_bindings(self.app, event.key)

    def takes(self, key: Key) -> bool:
        """This key is a part of what is written, or is asked for itself: it means what it is."""
        return False


class TypedPage(Page, Typed[None]):
    """A page on which text is written."""


class EntryPage(TypedPage):
    """A page where now and then a line is written. Meanwhile letters belong to it and not to the bindings. A page of
    this kind binds `give_up` to ctrl+u."""

    NO_TEXT = ("ctrl+c", "ctrl+q", "ctrl+u", "enter")
    """The keys that are no part of a line."""

    def __init__(self) -> None:
        super().__init__()
        self.entry = Entry()

    @property
    def writing(self) -> bool:
        """A line is being written."""
        return self.entry.text is not None

    def takes(self, key: Key) -> bool:
        return self.writing and key.is_printable

    async def press(self, event: Key | Paste) -> None:
        if not self.writing or (isinstance(event, Key) and event.key in self.NO_TEXT):
            return await super().press(event)
        if isinstance(event, Paste):
            self.entry.type(event.text)
        else:
            self.entry.press(event.key, event.character)
        self.entry_changed()

    def action_give_up(self) -> None:
        self.entry.close()
        self.entry_changed()

    def entry_changed(self) -> None:
        self.tell_sentence()
        self.refresh_bindings()

    def tell_sentence(self) -> None:
        """Show the line that is written, or else what there is to know."""

    def look_at_chosen(self) -> None:
        """Another of its rows may be the chosen one now."""


class Rows(Lines):
    """The lines of such a page, where enter changes the chosen one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "take", "change", key_display="enter")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        page = self.screen
        return not (isinstance(page, EntryPage) and page.writing) and super().check_action(action, parameters)

    def action_move(self, by: int) -> None:
        super().action_move(by)
        self._moved()

    def on_click(self, event: Click) -> None:
        super().on_click(event)
        event.prevent_default()
        self._moved()

    def _moved(self) -> None:
        if isinstance(self.screen, EntryPage):
            self.screen.look_at_chosen()


class Sheet(ModalScreen[ScreenResultType]):
    """A sheet of paper that lies on the screen before."""

    DEFAULT_CSS = """
    Sheet { align: center middle; overflow: hidden; }
    Sheet #paper { width: auto; max-width: 100%; height: auto; padding: 0 2; }
    """

    def on_mount(self) -> None:
        self.query_one("#paper").styles.border = ("ascii" if glyphs() is PLAIN else "round", "ansi_default")
