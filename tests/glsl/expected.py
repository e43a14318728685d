"""Lists of expected results: one row per file whose result differs from the one that piglit expects.

   PATH ::: ANSWER ::: REASON

A run must give exactly these rows: a file that is not listed, a listed file with another result, and a listed file with the
result that piglit expects are all errors."""


def read(path):
    """{file: (answer, reason)}"""
    rows = {}
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith('#'):
                continue
            fields = [field.strip() for field in line.split(':::')]
            if len(fields) != 3 or not all(fields) or fields[0] in rows:
                raise SystemExit(f'{path}:{number}: not a new row "path ::: answer ::: reason"')
            rows[fields[0]] = fields[1], fields[2]
    return rows


def compare(path, got, judged):
    """The number of differences between the list and got, {file: answer}, which are printed. judged: all files of the run."""
    rows = read(path)
    errors = 0
    for name in sorted(set(rows) | set(got)):
        answer, listed = got.get(name), rows.get(name, (None, None))[0]
        if answer == listed:
            continue
        errors += 1
        if name not in judged:
            print(f'{name}: listed in {path}, but no file of this run')
        elif answer is None:
            print(f'{name}: answers as expected: remove its row from {path}')
        else:
            print(f'{name}: {answer}; {"listed as " + listed if listed else "not listed"}')
    print(f'{len(judged)} files, {len(got)} with another answer than expected, {errors} differences from the list')
    return errors


def write(path, got, reasons):
    """Writes the rows of got. Reasons of the old list are kept; new rows take those of reasons, {file: text}."""
    header, rows = [], {}
    try:
        rows = read(path)
        with open(path, encoding='utf-8') as file:
            header = [line for line in file if line.startswith('#')]
    except FileNotFoundError:
        pass
    with open(path, 'w', encoding='utf-8') as file:
        file.writelines(header)
        for name in sorted(got):
            old = rows.get(name)
            reason = old[1] if old and old[0] == got[name] else reasons.get(name, '') or 'not yet known'
            file.write(f'{name} ::: {got[name]} ::: {reason}\n')
