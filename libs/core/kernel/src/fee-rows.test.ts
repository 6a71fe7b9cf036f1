import { describe, expect, it } from '@jest/globals';
import { parseFeeRows } from './fee-rows';

const problems = (...texts: string[]) => parseFeeRows(texts, 200).problems;

describe('the rows of a fee schedule', () => {
  it('are volumes in ETH and rates in ppm', () => {
    expect(parseFeeRows(['0:0:2500', '100.5:-200:2000'], 200)).toEqual({
      rows: [
        { volume: 0n, makerPpm: 0, takerPpm: 2500 },
        { volume: 1005n * 10n ** 17n, makerPpm: -200, takerPpm: 2000 },
      ],
      problems: [],
    });
  });

  it.each(['', '0:0', '0:0:0:0', '-1:0:0', '0:0:-1', '0:x:1', '01:0:1', '0.:0:1', '0:0.5:1', ' 0:0:1'])(
    'have no other form: "%s"',
    (text) => {
      expect(problems(text)).toEqual([`${text} must be volume:makerPpm:takerPpm`]);
    },
  );

  it('are refused with all that contradicts', () => {
    expect(problems()).toEqual(['there must be at least one row']);
    expect(problems('x', '0:0:1', 'y')).toHaveLength(2);
    expect(problems('5:0:100', '5:-101:20001', '4:20001:100')).toEqual([
      '5:0:100: the first row must start at volume 0',
      '5:-101:20001: volumes must rise',
      '5:-101:20001: no fee may exceed 20000 ppm',
      '5:-101:20001: a rebate must not exceed the lowest taker fee, 100 ppm',
      '4:20001:100: volumes must rise',
      '4:20001:100: no fee may exceed 20000 ppm',
    ]);
    expect(problems('0:-100:20000', '1:0:100')).toEqual([]);
  });
});
