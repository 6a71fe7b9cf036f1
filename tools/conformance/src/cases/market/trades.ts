import { inSection } from '../../case';
import { holds, is } from '../../expectations';
import { isUserTrade, ledgerEntry, userTrade } from '../../packets';

const executed = inSection('placeOrder');

export const tradeCases = [
  executed(
    'an executed order also sends userTrade, in the channel of its market, and ledgerEntryStatus',
    async (world) => {
      const { alice, bob, market } = world;
      const from = { alice: alice.connection.packets.length, bob: bob.connection.packets.length };
      const maker = await alice.place(world.wish('sell', 3, 130, { fields: { cid: 8 } }));
      const before = await bob.usable(market.traded.symbol);
      const { command } = await bob.placeCommand(world.wish('buy', 2, 130, { fields: { cid: 9 } }));
      const [rid] = await bob.connection.send(command);
      const packet = await bob.connection.find('the trade', from.bob, isUserTrade);
      is([packet.channel, packet.rid], [market.id, rid], 'channel and rid');
      const trade = userTrade(packet.message);
      const { id, amount } = trade;
      is(
        [trade.market, trade.direction, trade.rate, amount],
        [market.id, 1, maker.bookRate, 2n * market.lot],
        'MARKET … AMOUNT',
      );
      is(trade.orderCid, 9, 'INVOLVED_ORDER_CID');

      const entryPacket = await bob.connection.find(
        'the entry of the trade',
        from.bob,
        ({ event, message }) => event === 'le' && ledgerEntry(message).type === 'trade',
      );
      const { changes, applied } = ledgerEntry(entryPacket.message);
      const triples = [
        [0, 1, -1],
        [0, 1, -1],
      ];
      is(applied, triples, 'APPLIED, one for each change: usable at once, settled later');
      const fees = trade.tradeFee + trade.settlementFee;
      const bought = changes.find(([token]) => token === market.traded.symbol);
      is(
        bought,
        [market.traded.symbol, `${amount}`, `${fees}`, `${amount - fees}`],
        'change of the bought token: amount, fees, net amount',
      );
      const gained = (await bob.usable(market.traded.symbol)) - before;
      is(gained, amount - fees, 'what became usable');

      const mine = await alice.connection.find('the trade of the maker', from.alice, isUserTrade);
      const theirs = userTrade(mine.message);
      is(
        [theirs.id, theirs.direction, mine.rid ?? null],
        [id, 0, null],
        'ID, DIRECTION and rid of the other side',
      );
      const rest = await alice.untilOrder('partly filled', maker.id, ({ trades }) => trades.includes(id));
      is(
        [rest.active, rest.sellRemaining, rest.sellBook],
        [true, market.lot, market.lot],
        'what is left of the maker',
      );
      const paid = -BigInt(changes.find(([token]) => token === market.quote.symbol)?.[1] ?? 0);
      is(rest.buyRemaining, maker.buyAmount - paid, 'BUY_TOKEN_REMAINING of the maker');
      holds(trade.orderId > 0 && theirs.orderId === maker.id, 'INVOLVED_ORDER_ID');
      is(theirs.orderCid, 8, 'INVOLVED_ORDER_CID of the maker');
      await alice.cancelAll();
    },
  ),
  inSection('Fee tier')(
    'a taker pays the taker fee of its tier, rounded down, in what it buys',
    async (world) => {
      const { alice, bob, market } = world;
      const [, , takerFee] = (await bob.call({ c: 'getFeeTier' }, 'ft')).message as [number, number, number];
      const from = bob.connection.packets.length;
      await alice.place(world.wish('buy', 1, 90));
      await bob.place(world.wish('sell', 1, 90));
      const packet = await bob.connection.find('the trade', from, isUserTrade);
      const { tradeFee } = userTrade(packet.message);
      const bought = (market.price * 90n) / 100n;
      is(tradeFee, (bought * BigInt(Math.round(takerFee * 1e6))) / 1_000_000n, 'TRADE_FEE');
    },
  ),
  inSection('Ledger entry')(
    'a trade is settled on the blockchain, and its entry says in which block',
    async (world) => {
      const { bob } = world;
      const settled = await bob.connection.find('a settled trade', 0, ({ event, message }) => {
        if (event !== 'le') return false;
        const { type, applied } = ledgerEntry(message);
        return type === 'trade' && applied.every(([isSettled]) => isSettled === 1);
      });
      const { applied, transaction, block, blockHash } = ledgerEntry(settled.message);
      const triples = [
        [1, 1, -1],
        [1, 1, -1],
      ];
      is(applied, triples, 'APPLIED');
      holds(
        [transaction, block, blockHash].every((value) => value !== null),
        'transaction, block and its hash are told',
      );
    },
  ),
];
