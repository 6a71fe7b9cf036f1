import { expect, it } from '@jest/globals';
import { ACTIONS, peopleText, rolesFor } from '@exchange/core/operator';
import { readFileSync } from 'node:fs';

const PAGE = 'docs/operations/README.md';

it(`${PAGE} says of every action who may do it, and how many people it needs`, () => {
  const rows = readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => /^\| `[a-z-]+` /.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    ACTIONS.map((action) => [`\`${action}\``, rolesFor(action).join(', '), peopleText(action)]),
  );
});
