import { inSection } from '../../case';
import { is } from '../../expectations';
import { type ShownBalance, isUserTrade, userTrade } from '../../packets';
import type { World } from '../../world';

const events = inSection('Personal events');

const plus = (
  [settled, usable, blocked]: ShownBalance,
  more: Partial<Record<'settled' | 'usable', bigint>>,
) => [settled + (more.settled ?? 0n), usable + (more.usable ?? 0n), blocked] as const;

/** Both tokens of the market, of both accounts, as they are now. */
async function balancesOf({ alice, bob, market }: World) {
  const [traded, quote] = [market.traded.symbol, market.quote.symbol];
  return {
    alice: [await alice.balance(traded), await alice.balance(quote)] as const,
    bob: [await bob.balance(traded), await bob.balance(quote)] as const,
  };
}

export const balanceCases = [
  events('balanceStatus tells what an order holds, and what a cancel frees', async (world) => {
    const { alice, market, wish } = world;
    const wanted = wish('buy', 2, 50);
    const before = await alice.balance(market.quote.symbol);
    const order = await alice.place(wanted);
    await alice.untilBalance('placing', market.quote.symbol, plus(before, { usable: -wanted.sellAmount }));
    await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
    await alice.untilBalance('the cancel', market.quote.symbol, before);
  }),
  events(
    'balanceStatus tells both tokens of both sides of a trade, and again when it is settled',
    async (world) => {
      const { alice, bob, market, wish } = world;
      const [traded, quote] = [market.traded.symbol, market.quote.symbol];
      const before = await balancesOf(world);
      const offered = wish('sell', 2, 130);
      const from = bob.connection.packets.length;
      const order = await alice.place(offered);
      await alice.untilBalance('the offer', traded, plus(before.alice[0], { usable: -offered.sellAmount }));
      await bob.place(wish('buy', 2, 130));
      const trade = userTrade((await bob.connection.find('the trade', from, isUserTrade)).message);
      await alice.untilOrder('filled', order.id, ({ active }) => !active);
      const bought = trade.amount - trade.tradeFee - trade.settlementFee;
      const paid = offered.buyAmount;
      is(trade.amount, offered.sellAmount, 'AMOUNT of the trade');
      await bob.untilBalance('buying', traded, plus(before.bob[0], { usable: bought }));
      await bob.untilBalance('paying', quote, plus(before.bob[1], { usable: -paid }));
      await alice.untilBalance('being paid', quote, plus(before.alice[1], { usable: paid }));
      // Settlement moves nothing that is usable.
      await bob.untilBalance('settling', traded, plus(before.bob[0], { usable: bought, settled: bought }));
      await bob.untilBalance('settling', quote, plus(before.bob[1], { usable: -paid, settled: -paid }));
      await alice.untilBalance('settling', quote, plus(before.alice[1], { usable: paid, settled: paid }));
      const sold = -offered.sellAmount;
      await alice.untilBalance('settling', traded, plus(before.alice[0], { usable: sold, settled: sold }));
    },
  ),
];
