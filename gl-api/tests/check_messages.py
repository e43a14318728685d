#!/usr/bin/env python3
"""Messages of GL errors and info logs, as the sources have them.

    check_messages.py GL_API_DIRECTORY

A GL error's message begins with the command's name. No message uses a phrase of PHRASES: each of them leaves a reader without the
code in doubt about the limit, the object or the remedy."""
import pathlib
import re
import sys

COMMANDS = ('ga_error',)
LOGS = ('gf_error', 'gf_warn', 'FAIL', 'link_error', 'gv_fail')
PHRASES = {
    r'\b(?:is|are|was) no\b': 'say "is not a"',
    r'\bno such\b': 'say what the argument is not',
    r'\bbehind\b': 'say "after" or "beyond"',
    r'\bbelongs?\b': 'say where it can stand',
    r'\bgo(?:es)? with\b': 'say which of the two is wrong',
    r'\btoo (?:large|small|big|many|few|long|short|deep|deeply|high)\b(?!.*%[du])': 'give the limit',
    r'^(?:%s|gl\w+): %[dgu](?: x %[dgu])*$': 'say which rule the value breaks',
    r'\bin this version\b': 'say which version has it (gf_needs)',
    r'\bunexpected character$': 'show the character',
    r'\bsyntax error at\b': 'say what is expected',
    r'\bwhat\b|\bwhoever\b|\bnobody\b|\bsomebody\b|\bwants\b|\bknows\b': 'name the thing',
}
CALL = re.compile(r'\b(' + '|'.join(COMMANDS + LOGS) + r')\(((?:[^;"]|"(?:[^"\\]|\\.)*")*);')
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
BEGINNING = re.compile(r'%s: |gl[A-Z]\w+: |this context: ')


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    count, wrong = 0, []
    for path in sorted(root.rglob('*.c')):
        if 'tests' in path.relative_to(root).parts:
            continue
        source = path.read_text(encoding='utf-8')
        for call in CALL.finditer(source):
            texts = STRING.findall(call.group(2))
            place = f'{path.relative_to(root)}:{source.count(chr(10), 0, call.start()) + 1}'
            if not texts:
                continue
            count += 1
            if call.group(1) in COMMANDS and not BEGINNING.match(texts[0]):
                wrong.append(f'{place}: "{texts[0]}" does not begin with the command')
            for text in texts:
                for phrase, remedy in PHRASES.items():
                    if re.search(phrase, text):
                        wrong.append(f'{place}: "{text}": {remedy}')
    print('\n'.join(wrong + [f'{count} messages, {len(wrong)} of them wrong']))
    sys.exit(1 if wrong or count < 800 else 0)


main()
