import { expect, it } from '@jest/globals';
import { fieldText } from './field-text';
import { jsonLines } from './json-lines';
import { helpOf, USAGE, wrong } from './usage';

it('a command has its own help, and the tool lists it', () => {
  expect(helpOf('approve')).toMatch(/^npm run operator -- approve PROPOSAL\n/);
  expect(helpOf('approve')).toContain('--reason TEXT');
  expect(USAGE).toMatch(/^ {2}approve PROPOSAL {2,}\S/m);
  for (const other of [undefined, 'set-market-status', 'constructor']) expect(helpOf(other)).toBe(USAGE);
  expect(wrong('no number', 'approve').message).toMatch(/^no number\.\n\nnpm run operator -- approve/);
});

it('what is looked up is shown as people read it', () => {
  const order = { id: 7, market: 'ETHDAI', closed: null };
  const trades = [
    { id: 1, timestamp: 1_700_000_000_000 },
    { id: 22, timestamp: 1_700_000_001_000 },
  ];
  expect(jsonLines('order', { account: '0x1', order, trace: { trades, more: false }, none: [] })).toEqual([
    'account  0x1',
    'order:',
    '  id      7',
    '  market  ETHDAI',
    '  closed  -',
    'trace:',
    '  more  false',
    '  trades:',
    '    id  timestamp',
    '    1   2023-11-14 22:13:20',
    '    22  2023-11-14 22:13:21',
    'none:',
    '  none',
  ]);
  expect(jsonLines('batch', { trades: [1, 2] })).toEqual(['trades:', '  1, 2']);
  expect(jsonLines('list', [{ deep: { a: 1 } }, { deep: { a: 2 } }])).toEqual([
    ...['deep:', '  a  1', '--', 'deep:', '  a  2'],
  ]);
});

it('what a field may be is said in words', () => {
  const status = { anyOf: [{ const: 'open' }, { const: 'post_only' }] };
  expect(fieldText(status)).toBe('open or post_only');
  expect(fieldText({ type: 'array', items: { properties: { fee: { type: 'integer' } } } })).toBe(
    'a list [{"fee": a whole number}, …]',
  );
  expect(fieldText({ anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'tenths' })).toBe(
    'a whole number or null: tenths',
  );
  expect(fieldText({ type: 'string', pattern: '^0x[0-9a-f]{40}$' })).toBe('an address 0x…');
  expect(fieldText({ type: 'string', pattern: '^[^x]*$' })).toBe('a text');
});
