import { describe, expect, it } from '@jest/globals';
import { loadOptions } from './options';

describe('the options of a load', () => {
  it('offer 100 orders a second from 20 accounts with a connection each, unless they say otherwise', () => {
    expect(loadOptions([])).toMatchObject({
      mode: { kind: 'open', rate: 100 },
      ...{ seconds: 20, accounts: 20, connections: 20, crossing: 0.5, cancels: 0 },
    });
    expect(loadOptions(['--closed', '8', '--accounts=4'])).toMatchObject({
      mode: { kind: 'closed', underWay: 8 },
      ...{ accounts: 4, connections: 4 },
    });
    expect(loadOptions(['--idle']).mode).toEqual({ kind: 'idle' });
  });

  it.each([
    [['--rate', '0'], '--rate takes a whole number from 1 to 50000, not 0'],
    [['--rate', '5', '--idle'], '--rate goes alone or with --overload'],
    [['--most', '--idle'], 'Only one of --closed, --idle, --most, --overload and --sight'],
    [['--sight', '0'], '--sight takes a whole number from 1'],
    [['--sight', '2', '--data-dir', 'd'], '--sight compares two exchanges of its own'],
    [['--settlement', 'no'], '--settlement is on or off, not no'],
    [['--profile', 'p', '--data-dir', 'd'], '--profile needs an exchange of its own'],
    [['--accounts', '7'], 'takes an even number, not 7'],
    [['--connections', '3'], '--connections takes a whole number from 20'],
    [['--crossing', '0.7'], '--crossing takes a part from 0 to 0.5, such as 0.25, not 0.7'],
    [['--cancels', 'all'], '--cancels takes a part from 0 to 1'],
    [['--ws', 'ws://127.0.0.1:1'], '--rest and --ws need --data-dir'],
    [['--sped'], "Unknown option '--sped'"],
  ])('%j are refused, with the help', (args, why) => {
    expect(() => loadOptions(args)).toThrow(why);
    expect(() => loadOptions(args)).toThrow('npm run load');
  });
});
