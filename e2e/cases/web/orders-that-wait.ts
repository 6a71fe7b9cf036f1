import { expect, it } from '@jest/globals';
import { BUY, IOC, type TradedPage } from './kit/traded-page';

const HOUR_S = 3_600;
const DAY_S = 86_400;

/** Orders that wait for something, what else they can be placed with, and where they are seen afterwards. */
export function waitingPageOrderCases(at: () => TradedPage): void {
  it('with a stop waits outside of the book, and enters it when the market crosses that', async () => {
    const cid = await at().tab.place(
      { ...BUY, kind: 'Stop', amount: '1', stopRate: '204', rate: '206' },
      undefined,
      ['It enters the book when the last trade is at 204 or above.'],
    );
    await at().tab.told('Accepted: buy 1 ETH at 206 in ETHDAI. It waits for its stop.');
    const { id, stop } = await at().stated(cid);
    expect(stop).toBe('204');
    await at().tab.row(id, 'Waits for its stop');
    await at().tab.row(id, 'stop 204');
    await at().inBook('206', undefined);
    await at().buys(at().taker, '1', 204n, IOC);
    await at().tab.told('Its stop was crossed: buy 1 ETH at 206 in ETHDAI.');
    await at().tab.row(id, 'In the book');
    await at().inBook('206', '1');
    await at().cancelAtPage(cid);
  });

  it('with a peg follows a rate, never beyond what is signed', async () => {
    const cid = await at().tab.place(
      { ...BUY, kind: 'Pegged', amount: '1', peggedRate: '190', rate: '207' },
      undefined,
      ['Its rate follows 190 USD, never worse than that.'],
    );
    const { id, active, peg } = await at().stated(cid);
    expect([active, peg]).toEqual([true, ['USD', '190']]);
    await at().tab.row(id, 'follows 190 USD');
    await at().tab.row(id, 'Follows a rate');
    await at().cancelAtPage(cid);
  });

  it('lasts as long as was chosen', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const cid = await at().tab.place({ ...BUY, amount: '1', rate: '150', lasts: '1 hour' });
    const { timeInForce, terms } = await at().termsOf(cid);
    const past = Number(timeInForce) - before - HOUR_S;
    expect([past >= -15, past < 60]).toEqual([true, true]);
    expect((terms as { expiry: number }).expiry - Number(timeInForce)).toBeGreaterThanOrEqual(DAY_S);
    await at().cancelAtPage(cid);
  });

  it('offers a part of what is signed, waits when that is taken, and offers more by an edit', async () => {
    const cid = await at().tab.place(
      { ...BUY, side: 'Sell', amount: '2', rate: '250', offered: '0.5' },
      undefined,
      [
        'Sell 2 ETH at 250 DAI or more each, for 500 DAI at least, before fees.',
        '0.5 ETH of it is offered now.',
      ],
    );
    await at().inBook('250', '0.5');
    const { id } = await at().stated(cid);
    await at().tab.row(id, 'offers 0.5');
    await at().buys(at().taker, '0.5', 250n, IOC);
    await at().tab.told('Sold 0.5 ETH at 250 DAI.');
    await at().tab.row(id, 'Waits for an edit');
    await at()
      .tab.page.getByRole('button', { name: `Edit order ${id}`, exact: true })
      .click();
    await at().tab.page.getByLabel('Offer ETH', { exact: true }).fill('1');
    await at().tab.page.getByRole('button', { name: 'Change it' }).click();
    await at().inBook('250', '1');
    await at().cancelAtPage(cid);
  });

  it('has its rebate in the token that was chosen', async () => {
    const cid = await at().tab.place({ ...BUY, side: 'Buy', amount: '1', rate: '151', rebate: 'ETH' });
    expect(await at().termsOf(cid)).toMatchObject({ rebateToken: 'buy' });
    await at().tab.row((await at().stated(cid)).id, 'rebate in ETH');
    await at().cancelAtPage(cid);
  });

  it('is in the histories, with what came of it and how far its trades are', async () => {
    await at().tab.tab('All orders');
    const orders = at().tab.page.getByRole('table', { name: 'All orders' });
    const told = (await at().beside.connection.answer({ c: 'getHistoricalOrders', limit: 50 }, 'ho')) as {
      orders: unknown[][];
    };
    for (const [id, , , , , canceled, , , , , , , , , , , , , , , info] of told.orders.slice(0, 6)) {
      const row = orders.getByRole('row').filter({ hasText: `#${String(id)}` });
      await row.getByText(canceled === true ? `Canceled: ${String(info)}` : 'Filled').waitFor();
    }
    await at().tab.tab('Trades');
    const fills = at().tab.page.locator('.area-own').getByRole('table', { name: 'Trades' });
    await fills.getByRole('cell', { name: 'Maker', exact: true }).first().waitFor();
    await fills.getByRole('cell', { name: 'Taker', exact: true }).first().waitFor();
    // The last one comes to the chain while somebody looks.
    await fills
      .getByRole('row')
      .nth(1)
      .getByText(/^Final/)
      .waitFor();
    await at().tab.tab(/^Open orders/);
    await at().tab.openCount(0);
    expect(at().tab.complaints).toEqual([]);
  });
}
