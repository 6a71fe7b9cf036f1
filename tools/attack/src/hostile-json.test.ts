import { expect, it } from '@jest/globals';
import { COMMAND_NAMES, COMMANDS } from '@exchange/core/wire';
import { seededRandom } from '../../kit/random';
import { hostileCommand } from './hostile-json';

it('attacks every command, with fields of its own', () => {
  const random = seededRandom(1);
  const made = Array.from({ length: 3_000 }, () => hostileCommand(random));
  for (const name of COMMAND_NAMES) {
    const text = made.filter((command) => command.includes(`"c":"${name}"`)).join();
    for (const field of Object.keys(COMMANDS[name].fields)) expect(text).toContain(`"${field}":`);
  }
});
