"""What lets a shell complete the command line: made from the parser that reads the line, and so it knows the same."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Mapping, Sequence

import platformdirs

from engine.game import options_of
from engine.games import GAMES
from net import store
from tui.language import LANGUAGES

SHELLS = ("bash", "zsh", "fish")
STORED = "STORED"
"""Stands for the names of the stored games. The shell itself looks for them, for they are others every day."""
VALUES: Mapping[str, Sequence[str]] = {"game": [*GAMES], "lang": [*LANGUAGES], "file": [STORED]}
"""What can be said where the parser itself leaves it to the command to tell what is wrong."""
PATHS = ("file", "socket")

ZSH = """\
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
autoload -Uz bashcompinit && bashcompinit
"""
BASH = """\
_toctoc() {{
    local line=${{COMP_LINE:0:$COMP_POINT}} word before words=
    word=${{line##* }}
    line=${{line%"$word"}} line=" ${{line##*toctoc }}"
    before=${{line% }}
    case ${{before##* }} in
{values}
        {anything}) ;;
        --option) case $line in
{options}
        esac ;;
        *) case $line in
{commands}
        esac ;;
    esac
    if [[ $words == *STORED* ]]; then
        [[ -n ${{TOCTOC_HOME-}} ]] || local TOCTOC_HOME={home}
        words=${{words/STORED/$(command ls "$TOCTOC_HOME/journals" 2>/dev/null | sed -n 's/[.]jsonl$//p')}}
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    # Bash takes what stands behind a "=" for a word of its own.
    [[ -z ${{BASH_VERSION-}} || $word != *=* ]] || COMPREPLY=("${{COMPREPLY[@]#"${{word%%=*}}="}}")
}}
complete -o default -F _toctoc toctoc
"""
FISH_STORED = (
    "(set -q TOCTOC_HOME; or set -l TOCTOC_HOME {home}; "
    "command ls $TOCTOC_HOME/journals 2>/dev/null | string replace -rf '[.]jsonl$' '')"
)


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """For this one of SHELLS."""
    return fish(parser) if shell == "fish" else (ZSH if shell == "zsh" else "") + bash(parser)


def bash(parser: argparse.ArgumentParser) -> str:
    """Zsh can read it as well."""
    commands = commands_of(parser)
    takers = {flag: values_of(action) for command in commands.values() for action, flag in takers_of(command)}
    del takers["--option"]
    words = {command: [*flags_of(known), *positionals_of(known)] for command, known in commands.items()}
    return BASH.format(
        values="\n".join(f"        {flag}) words='{' '.join(said)}' ;;" for flag, said in takers.items() if said),
        anything="|".join(flag for flag, said in takers.items() if not said),
        options=_cases({game: settings_of(game) for game in GAMES}),
        commands=_cases({**words, "": [*commands, *flags_of(parser)]}),
        home=shlex.quote(_home()),
    )


def _cases(words: Mapping[str, Sequence[str]]) -> str:
    """What can be said where this stands before it."""
    patterns = {name: f"*' {name} '*" if name else "*" for name in words}
    return "\n".join(f"            {patterns[name]}) words='{' '.join(said)}' ;;" for name, said in words.items())


def _home() -> str:
    """Where the stored games are, unless TOCTOC_HOME says otherwise when they are looked for."""
    return str(store.own_folder(platformdirs.user_data_dir))


def fish(parser: argparse.ArgumentParser) -> str:
    lines = [["-f"]]
    for name, command in commands_of(parser).items():
        about = (command.description or "").replace("\n", " ")
        lines.append(["-n", "__fish_use_subcommand", "-a", name, "-d", about])
        lines += _fish_arguments(command, f"__fish_seen_subcommand_from {name}")
    lines += _fish_arguments(parser, "__fish_use_subcommand")
    return "\n".join(shlex.join(("complete", "-c", "toctoc", *words)) for words in lines) + "\n"


def _fish_arguments(command: argparse.ArgumentParser, here: str) -> Iterator[list[str]]:
    """`here` is where they can be said."""
    takers = {flag for _action, flag in takers_of(command)}
    for action in shown(command):
        for flag in action.option_strings:
            told = ["-l", flag[2:]] if flag.startswith("--") else ["-s", flag[1:]]
            told += ["-d", action.help or ""]
            if flag == "--option":
                for game in GAMES:
                    values = ["-x", "-a", " ".join(settings_of(game))]
                    yield ["-n", f"{here}; and __fish_seen_subcommand_from {game}", *told, *values]
            elif action.dest in PATHS:
                yield ["-n", here, *told, "-r", "-F"]
            elif flag in takers:
                yield ["-n", here, *told, "-x", "-a", " ".join(values_of(action))]
            else:
                yield ["-n", here, *told]
        if not action.option_strings and action.dest in PATHS:
            yield ["-n", here, "-F"]
    if said := positionals_of(command):
        yield ["-n", here, "-a", " ".join(said).replace(STORED, FISH_STORED.format(home=shlex.quote(_home())))]


# the parser


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    found = (action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return dict(next(found))


def shown(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """What the help tells of."""
    hidden = argparse._SubParsersAction
    return [
        action for action in command._actions if action.help != argparse.SUPPRESS and not isinstance(action, hidden)
    ]


def flags_of(command: argparse.ArgumentParser) -> list[str]:
    return [flag for action in shown(command) for flag in action.option_strings if flag.startswith("--")]


def takers_of(command: argparse.ArgumentParser) -> Iterator[tuple[argparse.Action, str]]:
    """The options behind which something must stand."""
    return ((action, flag) for action in shown(command) for flag in action.option_strings if action.nargs is None)


def positionals_of(command: argparse.ArgumentParser) -> list[str]:
    return [value for action in shown(command) if not action.option_strings for value in values_of(action)]


def values_of(action: argparse.Action) -> Sequence[str]:
    """What can be said for it; nothing if there is no end to that."""
    return [*map(str, action.choices)] if action.choices is not None else VALUES.get(action.dest, ())


def settings_of(game: str) -> list[str]:
    """Everything that --option knows of this game."""
    return [f"{name}={value}" for name, known in options_of(GAMES[game]).items() for value in known.choices]
