"""Runs todo-example in a pseudo-terminal, plays the terminal, and checks what a person would see.

usage: window.py PROGRAM STORE

The emulator knows just the control sequences that the program may write; any other fails the run.
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

HEIGHT, WIDTH = 8, 40


class Window:
    """A terminal of HEIGHT lines that counts the characters drawn on each."""

    def __init__(self):
        self.lines = [""] * HEIGHT
        self.row = self.column = 0
        self.saved = (0, 0)
        self.bottom = HEIGHT - 1
        self.drawn = set()

    def feed(self, text):
        token = re.compile(r"\x1b\[(\d*(?:;\d+)*)([A-Za-z])|\x1b([78])|([^\x1b]+)")
        at = 0
        while at < len(text):
            match = token.match(text, at)
            assert match, f"unknown sequence {text[at:at + 8]!r}"
            at = match.end()
            numbers, letter, cursor, plain = match.groups()
            if plain:
                self.put(plain)
            elif cursor == "7":
                self.saved = (self.row, self.column)
            elif cursor == "8":
                self.row, self.column = self.saved
            else:
                self.control(letter, [int(n) for n in numbers.split(";") if n])

    def put(self, text):
        for character in text:
            if character == "\n":
                self.row = min(self.row + 1, HEIGHT - 1)
            elif character == "\r":
                self.column = 0
            else:
                line = self.lines[self.row].ljust(self.column)
                self.lines[self.row] = line[: self.column] + character + line[self.column + 1 :]
                self.column += 1
                self.drawn.add(self.row)

    def control(self, letter, numbers):
        if letter == "H":
            self.row, self.column = numbers[0] - 1, numbers[1] - 1
        elif letter == "K":
            assert numbers == [2]
            self.lines[self.row] = ""
        elif letter == "J":
            assert numbers == [2]
            self.lines = [""] * HEIGHT
        elif letter == "r":
            self.bottom = numbers[1] - 1 if numbers else HEIGHT - 1
        elif letter == "L":
            del self.lines[self.bottom]
            self.lines.insert(self.row, "")
        elif letter == "M":
            del self.lines[self.row]
            self.lines.insert(self.bottom, "")
        else:
            raise AssertionError(f"unknown control {letter}")


class Session:
    """The program in a pseudo-terminal."""

    def __init__(self, program, store):
        self.window = Window()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            time.sleep(0.2)  # until the parent has set the size
            os.execv(program, [program, store])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))

    def see(self, *expected, prompt=">"):
        """Reads until the lines and the prompt are as expected."""
        deadline = time.monotonic() + 20
        want = list(expected) + [""] * (HEIGHT - 1 - len(expected)) + [prompt]
        while True:
            got = [line.rstrip() for line in self.window.lines]
            if got == want:
                return
            if time.monotonic() > deadline:
                sys.exit("seen:\n" + "\n".join(got) + "\nexpected:\n" + "\n".join(want))
            if select.select([self.terminal], [], [], 0.1)[0]:
                self.window.feed(os.read(self.terminal, 65536).decode())

    def type(self, line):
        self.window.drawn = set()
        os.write(self.terminal, (line + "\n").encode())

    def end(self):
        self.type("quit")
        while True:
            try:
                if not os.read(self.terminal, 65536):
                    break
            except OSError:
                break
        _, status = os.waitpid(self.pid, 0)
        assert os.waitstatus_to_exitcode(status) == 0, status


def notice(*lines):
    """The lines above the notice, padded, and the notice."""
    return list(lines[:-1]) + [""] * (HEIGHT - 1 - len(lines)) + [lines[-1]]


def main():
    program, store = sys.argv[1:]
    one = Session(program, store)
    one.see(*notice("help shows the commands"))
    one.type("add x")
    one.see(*notice("no list is selected; make one: list NAME"))
    one.type("list Home")
    one.see("* Home (0 open)")
    for title in ("a", "b", "c"):
        one.type(f"add {title}")
    one.see("* Home (3 open)", "     1 [ ] a", "     2 [ ] b", "     3 [ ] c")
    one.type("nonsense")
    one.see(*notice("* Home (3 open)", "     1 [ ] a", "     2 [ ] b", "     3 [ ] c",
                    'unknown command "nonsense"; try: help'))
    one.type("toggle 2")
    one.see("* Home (2 open)", "     1 [ ] a", "     2 [x] b", "     3 [ ] c")
    # The header, the row, the prompt; the rows beside it stay as they are.
    assert one.window.drawn <= {0, 2, HEIGHT - 1}, one.window.drawn
    one.type("delete 1")
    one.see("* Home (1 open)", "     2 [x] b", "     3 [ ] c")
    assert one.window.drawn <= {0, HEIGHT - 1}, one.window.drawn

    # A second program on the same store: each shows what the other does, while a line is being typed.
    two = Session(program, store)
    two.see(*notice("* Home (1 open)", "     2 [x] b", "     3 [ ] c", "help shows the commands"))
    os.write(one.terminal, b"add hal")
    two.type("toggle 3")
    one.see("* Home (0 open)", "     2 [x] b", "     3 [x] c", prompt="> add hal")
    os.write(one.terminal, b"f typed\n")
    one.see("* Home (1 open)", "     2 [x] b", "     3 [x] c", "     4 [ ] half typed")
    two.see("* Home (1 open)", "     2 [x] b", "     3 [x] c", "     4 [ ] half typed")
    # More rows than the window has lines: those that do not fit come up when there is room.
    for title in ("d", "e", "f"):
        one.type(f"add {title}")
    one.see("* Home (4 open)", "     2 [x] b", "     3 [x] c", "     4 [ ] half typed", "     5 [ ] d",
            "     6 [ ] e")
    one.type("delete 2")
    one.see("* Home (4 open)", "     3 [x] c", "     4 [ ] half typed", "     5 [ ] d", "     6 [ ] e",
            "     7 [ ] f")
    two.end()
    one.end()
    print("todo-example: the window shows what it should")


main()
