import { expect, it } from '@jest/globals';
import { otherFormat, type StrictMarket, UNIT } from './market';

/** Orders that rest: edited, canceled one by one, together, and in the contract. */
export function orderCases(opened: () => StrictMarket): void {
  it('edits what is in the book, hides it and shows it', async () => {
    const { ann, manner } = opened();
    const placed = await ann.place(opened().sell(10n * UNIT, 400n, manner.format, { cid: 21 }));
    const amounts = { sellBookAmount: `${5n * UNIT}`, buyBookAmount: `${2500n * UNIT}` };
    expect(await ann.client.call('editOrder', { id: placed.id, ...amounts })).toMatchObject({
      ...{ id: placed.id, active: true, bookRate: '500', sellTokenRemaining: 10n * UNIT },
      ...{ sellTokenBookAmount: 5n * UNIT, buyTokenBookAmount: 2500n * UNIT },
    });
    expect(await ann.client.call('editOrder', { cid: 21, hidden: true })).toMatchObject({ hidden: true });
    expect(await ann.client.call('editOrder', { cid: 21, hidden: false })).toMatchObject({ hidden: false });
    expect(await ann.client.call('cancelOrder', { cid: 21 })).toMatchObject({
      ...{ id: placed.id, active: false, canceled: true },
    });
    await expect(ann.client.call('cancelOrder', { id: placed.id })).rejects.toThrow(/^ORDER_NOT_OPEN: /);
  });

  it('keeps a stop, and shows its rate until it is edited', async () => {
    const { ann, manner } = opened();
    const wish = opened().sell(UNIT, 100n, otherFormat(manner.format), { stopRate: '150', cid: 22 });
    expect(await ann.place(wish)).toMatchObject({ active: true, stopRate: '150' });
    expect(await ann.client.call('editOrder', { cid: 22, stopRate: '140' })).toMatchObject({
      stopRate: '140',
    });
    expect(await ann.client.call('cancelOrder', { cid: 22 })).toMatchObject({ canceled: true });
  });

  it('pegs an order to a currency', async () => {
    const { ann } = opened();
    const placed = await ann.place({
      ...{ market: 'ETHDAI', sell: ['ETH', UNIT / 2n], buy: ['DAI', 5_000_000n * UNIT] },
      ...{ format: 'signTypedData', fields: { peggedTo: 'EUR', peggedRate: '20000' } },
    });
    expect(placed).toMatchObject({ peggedCurrency: 'EUR', peggedRate: '20000' });
    const edit = { id: placed.id, peggedTo: 'USD', peggedRate: '21000' };
    expect(await ann.client.call('editOrder', edit)).toMatchObject({
      peggedCurrency: 'USD',
      peggedRate: '21000',
    });
    expect(await ann.client.call('cancelOrder', { id: placed.id })).toMatchObject({ canceled: true });
  });

  it('places and cancels in one frame, each answered by its own packet', async () => {
    const { ann, manner } = opened();
    const first = (await ann.signed(opened().sell(UNIT, 500n, manner.format, { cid: 23 }))).command;
    const second = (await ann.signed(opened().sell(UNIT, 500n, manner.format, { cid: 23 }))).command;
    const answers = await Promise.all(
      ann.client.frame(
        { c: 'placeOrder', ...first },
        { c: 'cancelOrder', cid: 23 },
        { c: 'placeOrder', ...second },
        { c: 'getActiveOrderSnapshot' },
        { c: 'ping' },
      ),
    );
    const [placed, gone, again] = answers as { id: number }[];
    expect(placed).toMatchObject({ cid: 23, active: true });
    expect(gone).toMatchObject({ id: placed?.id, active: false, canceled: true });
    expect(again).toMatchObject({ cid: 23, active: true });
    expect(answers[3]).toContainEqual(expect.objectContaining({ id: again?.id }));
    expect(answers[4]).toBe('pong');
  });

  it('cancels all, and is told when there is nothing', async () => {
    const { ann, ben, market } = opened();
    for (const { client } of [ann, ben]) {
      expect(await client.call('cancelOrders', { market })).toMatchObject({ active: false, canceled: true });
      expect(await client.call('cancelOrders')).toBe('no open orders');
      expect(await client.call('getActiveOrderSnapshot')).toEqual([]);
    }
  });

  it('voids an order in the contract', async () => {
    const { ann, ben, manner, wallets } = opened();
    const { command, hash, digest } = await ann.signed(opened().sell(2n * UNIT, 300n, manner.format));
    const { id } = await ann.client.call('placeOrder', command);
    await ben.place(opened().buy(UNIT, 300n, manner.format));
    await ann.client.told('orderStatus', (order) => order.id === id && order.trades.length === 1);
    const { signature } = await ann.client.call('signOrderCancellation', { hash });
    await ann.client.told('orderStatus', (order) => order.id === id && order.canceled);
    await wallets.ann.cancelOrder(digest, signature);
    await expect(ann.client.call('placeOrder', command)).rejects.toThrow(/^DUPLICATE_ORDER: /);
  });
}
