import { describe, expect, it } from '@jest/globals';
import { entryText } from '../text/entry';
import { typedText } from '../text/typed';
import type { EntryDraft } from './draft';
import { contextWith, draftWith } from './order-plan.fixture';
import { planOrder } from './plan';
import type { PlanContext } from './plan-context';
import { faultText, orderWords, previewLines, warningText } from './words';

const time = (seconds: number) => `at ${seconds}`;
const context = contextWith();
const planned = (change: Partial<EntryDraft>) => {
  const { order } = planOrder(draftWith(change), context);
  if (order === undefined) throw new Error('it can be signed');
  return order;
};
const faults = (change: Partial<EntryDraft>, of: Partial<PlanContext> = {}) =>
  planOrder(draftWith(change), contextWith(of)).faults.map((fault) => faultText(fault, context.market));

describe('an order in words', () => {
  it('names the amounts that are signed and each option', () => {
    expect(orderWords(planned({ amount: '1.5', rate: '200.1' }), context.market, time)).toEqual([
      'Buy 1.5 ETH at 200.1 DAI or less each, for 300.15 DAI at most.',
      'It leaves the book at 1700604800.',
    ]);
    const stop = { kind: 'stop', side: 'sell', stopRate: '190', rate: '180', offered: '0.5' } as const;
    expect(
      orderWords(planned({ ...stop, hidden: true, execution: 'postOnly' }), context.market, time),
    ).toEqual([
      'Sell 1 ETH at 180 DAI or more each, for 180 DAI at least, before fees.',
      '0.5 ETH of it is offered now.',
      'It enters the book when the last trade is at 190 or below.',
      'It only rests in the book: if it would take, it is canceled.',
      'Others don’t see it in the book.',
      'It leaves the book at 1700604800.',
    ]);
    const pegged = { kind: 'pegged', peggedTo: 'EUR', peggedRate: '180' } as const;
    expect(orderWords(planned(pegged), context.market, time)).toContain(
      'Its rate follows 180 EUR, never worse than that.',
    );
    const market = { kind: 'market', execution: 'fillOrKill' } as const;
    expect(orderWords(planned(market), context.market, time).slice(0, 2)).toEqual([
      'Buy 1 ETH at 202 DAI or less each, for 202 DAI at most.',
      'It trades as a whole at once, or not at all.',
    ]);
  });

  it('is previewed line by line', () => {
    expect(previewLines(planned({ amount: '4', rate: '202' }), context.market, time)).toEqual([
      ['Pays at most', '808 DAI'],
      ['Gets at least', '4 ETH'],
      ['Blocked meanwhile', '808 DAI'],
      ['Rate in the book', '202 DAI'],
      ['Takes at once', '3 ETH in 2 lines, to 202'],
      ['Average rate', '201.67 DAI'],
      ['Fee of what it takes', 'up to 0.0075 ETH'],
      ['Rebate of what rests', 'up to 0.0404 DAI'],
      ['Ends', 'at 1700604800'],
    ]);
    expect(previewLines(planned({ execution: 'postOnly' }), context.market, time)).toContainEqual([
      'Takes at once',
      'nothing: it waits first',
    ]);
    expect(previewLines(planned({}), context.market, time)).toContainEqual([
      'Takes at once',
      'nothing: it rests',
    ]);
  });
});

describe('what stands in the way', () => {
  it.each<[Partial<EntryDraft>, Partial<PlanContext>, string]>([
    [
      { amount: '1.2345678901234567891' },
      {},
      'ETH has 18 decimals: enter 1.234567890123456789 or 1.23456789012345679.',
    ],
    [{ amount: '-1' }, {}, typedText.malformed.sign],
    [{ amount: '0' }, {}, typedText.zero],
    [{ amount: '1,234' }, {}, 'Is it 1234 or 1.234? Choose one.'],
    [{ rate: '1.23456' }, {}, 'A rate has at most 5 digits and 8 decimals: enter 1.2345 or 1.2346.'],
    [{ amount: '0.005' }, {}, 'The market takes no less than 0.01 ETH.'],
    [
      {},
      { usable: 10n ** 20n },
      '200 DAI needed, 100 usable: lower it to 0.5 ETH, deposit, or cancel an order.',
    ],
    [{ offered: '2' }, {}, 'You sign 1 ETH: offer no more of it.'],
    [{ kind: 'market' }, { book: { buy: [], sell: [] } }, entryText.nobody],
    [{}, { isLoggedIn: false }, 'Log in to place it.'],
  ])('%j in %j is said with what would be right', (change, of, sentence) => {
    expect(faults(change, of)).toEqual([sentence]);
  });

  it('is said of each warning too', () => {
    const warnings = planOrder(
      draftWith({ rate: '220', execution: 'fillOrKill', amount: '9' }),
      context,
    ).warnings;
    expect(warnings.map((warning) => warningText(warning, context.market))).toEqual([
      'Its rate is 9 % worse than the best one in the book.',
      'The book that is shown has only 8 ETH at this rate: it would be canceled.',
    ]);
  });
});
