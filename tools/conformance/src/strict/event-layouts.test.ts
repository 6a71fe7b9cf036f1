import { COMMANDS, EVENT_IDS, type EventName } from '@exchange/core/wire';
import { EXAMPLES } from '@exchange/edge/reference';
import { describe, expect, it } from '@jest/globals';
import { type ShapeCheck, Mismatch } from './grammar';
import { layoutOf } from './event-layouts';
import { ADDED_TENTHS, answersOf, COMMAND_TENTHS } from './seed-tables';

const check = (channel: string | 0, event: string): ShapeCheck => {
  const layout = layoutOf(channel, event);
  if (layout === undefined) throw new Error(`no layout of ${event}`);
  return layout;
};
const refuses = (channel: string | 0, event: string, message: unknown) =>
  expect(() => check(channel, event)(message, event)).toThrow(Mismatch);

describe('the strict layouts', () => {
  it('take a balance as the table has it, and no other', () => {
    check(0, 'b')(['ETH', '5', '0', '0'], 'b');
    refuses(0, 'b', ['ETH', '5', '0']);
    refuses(0, 'b', ['ETH', '5', '0', '0', '0']);
    refuses(0, 'b', ['ETH', 5, '0', '0']);
    refuses(0, 'b', ['ETH', '05', '0', '0']);
    refuses(0, 'b', ['ETH', '-5', '0', '0']);
    refuses(0, 'b', ['ETH', null, '0', '0']);
    refuses(0, 'b', [{ token: 'ETH' }, '5', '0', '0']);
  });

  it('take rates without exponent and trailing zeros only', () => {
    const line = (rate: string) => [1, rate, '1', 1];
    check('ETHDAI', 'ob')(line('0.5'), 'ob');
    for (const rate of ['0.50', '1e3', '.5', '1.', '01']) refuses('ETHDAI', 'ob', line(rate));
  });

  it('tell the two events apart that share an id', () => {
    const trade = [1, 1, '2', '3', 4];
    check('ETHDAI', 'ts')([trade, trade], 'ts');
    check('ETHDAI', 'ts')([], 'ts');
    check('ETHDAI', 'ts')([1, 'ETHDAI', 1, '2', '3', '4', '5', '6', '', 7, 8, 9], 'ts');
    refuses('ETHDAI', 'ts', trade);
    check(0, 'uts')({ trades: [] }, 'uts');
    check(0, 'uts')({ signature: { v: 27 } }, 'uts');
    refuses(0, 'uts', { trades: [], signed: true });
  });

  it('know what a connection with distinct events gets instead', () => {
    const told = (channel: string | 0, event: string, message: unknown) => () =>
      (layoutOf(channel, event, true) as ShapeCheck)(message, event);
    const userTrade = [1, 'ETHDAI', 1, '2', '3', '4', '5', '6', '', 7, 8, 9];
    told('ETHDAI', 'ut', userTrade)();
    told(0, 'ocs', { signature: { v: 27 } })();
    told('ETHDAI', 'bar', [1, 2, 3, 4, 5, 6, 7])();
    expect(told('ETHDAI', 'ts', userTrade)).toThrow(Mismatch);
    expect(told(0, 'uts', { signature: { v: 27 } })).toThrow(Mismatch);
    expect(told('ETHDAI', 'bar', [1, 2, 3, 4, 5, 6])).toThrow(Mismatch);
    expect(layoutOf('ETHDAI', 'ut')).toBeUndefined();
  });

  it('take an entry whose items of APPLIED are those of CHANGES, and no other', () => {
    const changes = [
      ['ETH', '-5', '0', '-5'],
      ['DAI', '600', '1', '599'],
    ];
    const entry = (applied: unknown) =>
      [...[7, 'trade', changes, applied, {}, null, null, null, false, 'trade'], 8, 9] as const;
    const marks = [0, 1, -1];
    check(0, 'le')(entry([marks, marks]), 'le');
    for (const applied of [marks, [marks], [marks, marks, marks], [marks, [0, 1]], [marks, [0, 1, 2]]]) {
      refuses(0, 'le', entry(applied));
    }
  });

  it.each(Object.entries(EXAMPLES) as [EventName, unknown][])('take what is sent as %s', (event, message) => {
    const id = EVENT_IDS[event];
    const layout = layoutOf(0, id) ?? layoutOf('ETHDAI', id);
    expect(layout).toBeDefined();
    layout?.(message, id);
  });

  it('know no event that the tables do not have', () => {
    expect(layoutOf(0, 'nosuch')).toBeUndefined();
    expect(layoutOf('ETHDAI', 'b')).toBeUndefined();
  });
});

describe('the tables of commands', () => {
  it('have every command of the websocket, at its cost', () => {
    const costs = Object.fromEntries(Object.entries(COMMANDS).map(([name, { tenths }]) => [name, tenths]));
    expect({ ...COMMAND_TENTHS, ...ADDED_TENTHS }).toEqual(costs);
  });

  it('say what answers each', () => {
    for (const name of Object.keys(COMMANDS)) expect(answersOf(name, false)).not.toEqual([]);
    expect(answersOf('signOrderCancellation', true)).toEqual(['ocs']);
  });
});
