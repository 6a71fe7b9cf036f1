import { expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { BUY, IOC, type TradedPage } from './kit/traded-page';
import type { Entered } from './kit/trader-page';

const TAKES: Entered = { side: 'Buy', kind: 'Limit', amount: '1' };

/** Orders that meet the book: at a rate or at the market, in part or as a whole, or not at all. */
export function bookOrderCases(at: () => TradedPage): void {
  it('at a rate of its own rests, is filled in parts, and each part is told', async () => {
    const cid = await at().tab.place({ ...BUY, amount: '1', rate: '200' }, undefined, [
      'Buy 1 ETH at 200 DAI or less each, for 200 DAI at most.',
    ]);
    await at().tab.told('Accepted: buy 1 ETH at 200 in ETHDAI.');
    await at().inBook('200', '1');
    const { id } = await at().stated(cid);
    await at().tab.row(id, 'In the book');
    await at().sells(at().maker, '0.4', 200n, IOC);
    await at().tab.told('Bought 0.4 ETH at 200 DAI.');
    await at().tab.row(id, 'Partly filled');
    await at().tab.row(id, '0.4 (40 %)');
    await at().sells(at().maker, '0.6', 200n, IOC);
    await at().tab.told('Bought 0.6 ETH at 200 DAI.');
    await at().tab.told('Filled: buy 1 ETH at 200 in ETHDAI.');
    await at().tab.openCount(0);
    expect(await at().ended(cid)).toMatchObject({ active: false, canceled: false });
    await at().inBook('200', undefined);
  });

  it('at the market takes what is there up to its worst rate, as its preview says', async () => {
    await at().sells(at().maker, '1', 201n);
    await at().sells(at().maker, '1', 202n);
    await at().inBook('202', '1');
    const cid = await at().tab.place(
      { side: 'Buy', kind: 'Market', amount: '1.5' },
      '1.5 ETH in 2 lines, to 202',
      [
        // Half a percent beyond the worst line, in five digits.
        /^Buy 1\.5 ETH at 203\.01 DAI or less each/,
        'What can’t trade at once is canceled.',
      ],
    );
    expect(at().tab.line.commands('placeOrder').at(-1)).toMatchObject({
      ...{ immediateOrCancel: true, sellAmount: `${parseEther('304.515')}` },
    });
    await at().tab.told('Bought 1 ETH at 201 DAI.');
    await at().tab.told('Bought 0.5 ETH at 202 DAI.');
    expect(await at().ended(cid)).toMatchObject({ canceled: false });
    await at().inBook('202', '0.5');
    const { trades } = await at().rest.trades('ETHDAI');
    expect(trades.slice(0, 2).map(({ rate }) => rate)).toEqual(['202', '201']);
  });

  it('at once or cancel takes what is there, and says why the remainder is canceled', async () => {
    const execution = 'At once or cancel';
    const inPart = await at().tab.place(
      { ...TAKES, execution, rate: '202' },
      'The book that is shown has only 0.5 ETH at this rate; the remainder is canceled.',
    );
    await at().canceledWithReason(inPart);
    await at().tab.told('Bought 0.5 ETH at 202 DAI.');
    const nothing = await at().tab.place(
      { ...TAKES, execution, rate: '150' },
      'Nobody offers this rate now: it would be canceled at once.',
    );
    await at().canceledWithReason(nothing);
  });

  it('all at once or cancel trades as a whole, or not at all', async () => {
    await at().sells(at().maker, '1', 203n);
    await at().inBook('203', '1');
    const execution = 'All at once or cancel';
    const tooMuch = await at().tab.place(
      { ...TAKES, execution, amount: '2', rate: '203' },
      'The book that is shown has only 1 ETH at this rate: it would be canceled.',
    );
    await at().canceledWithReason(tooMuch);
    await at().inBook('203', '1');
    const whole = await at().tab.place({ ...TAKES, execution, rate: '203' }, '1 ETH in 1 line, to 203');
    await at().tab.told('Bought 1 ETH at 203 DAI.');
    expect(await at().ended(whole)).toMatchObject({ canceled: false });
  });

  it('post only rests, or is canceled with the reason', async () => {
    await at().sells(at().maker, '1', 204n);
    await at().inBook('204', '1');
    const execution = 'Post only';
    const takes = await at().tab.place(
      { ...TAKES, execution, rate: '204' },
      'It would take at 204, so the exchange would cancel it.',
    );
    await at().canceledWithReason(takes);
    const rests = await at().tab.place({ ...TAKES, execution, rate: '199' });
    await at().inBook('199', '1');
    expect(await at().termsOf(rests)).toMatchObject({ postOnly: true });
    await at().tab.row((await at().stated(rests)).id, 'post only');
    await at().cancelAtPage(rests);
    await at().inBook('199', undefined);
  });

  it('hidden is in no public line, and trades', async () => {
    const cid = await at().tab.place({ ...BUY, amount: '1', rate: '198', hidden: true }, undefined, [
      'Others don’t see it in the book.',
    ]);
    const { id, hidden } = await at().stated(cid);
    expect(hidden).toBe(true);
    await at().tab.row(id, 'hidden');
    await at().inBook('198', undefined);
    await at().sells(at().maker, '1', 198n, IOC);
    await at().tab.told('Bought 1 ETH at 198 DAI.');
    expect(await at().ended(cid)).toMatchObject({ canceled: false });
  });
}
