import { inSection } from '../case';
import { holds, is } from '../expectations';
import type { Packet } from '../strict/connection';

const executed = inSection('placeOrder');

type UserTrade = readonly [
  ...[id: number, market: string, direction: number, rate: string, amount: string],
  ...[tradeFee: string, settlementFee: string, makerRebate: string, rebateToken: string],
  ...[timestamp: number, orderId: number, orderCid: number],
];
type Change = readonly [token: string, amount: string, fees: string, net: string];
type Entry = readonly [number, string, Change[], number[][], ...unknown[]];

const isUserTrade = ({ event, message }: Packet): boolean =>
  event === 'ts' && typeof (message as unknown[])[0] === 'number';

export const tradeCases = [
  executed(
    'an executed order also sends userTrade, in the channel of its market, and ledgerEntryStatus',
    async (world) => {
      const { alice, bob, market } = world;
      const from = { alice: alice.connection.packets.length, bob: bob.connection.packets.length };
      const maker = await alice.place(world.wish('sell', 3, 130, { fields: { cid: 8 } }));
      const before = await bob.balances();
      const { command } = await bob.placeCommand(world.wish('buy', 2, 130, { fields: { cid: 9 } }));
      const [rid] = await bob.connection.send([command], bob.budget);
      const packet = await bob.connection.find('the trade', from.bob, isUserTrade);
      is([packet.channel, packet.rid], [market.id, rid], 'channel and rid');
      const trade = packet.message as unknown as UserTrade;
      const [id, marketId, direction, rate, amount, tradeFee, settlementFee, , , , orderId, orderCid] = trade;
      is(
        [marketId, direction, rate, amount],
        [market.id, 1, maker.bookRate, `${2n * market.lot}`],
        'MARKET … AMOUNT',
      );
      is(orderCid, 9, 'INVOLVED_ORDER_CID');

      const entryPacket = await bob.connection.find(
        'the entry of the trade',
        from.bob,
        ({ event, message }) => event === 'le' && (message as Entry)[1] === 'trade',
      );
      const [, , changes, applied] = entryPacket.message as Entry;
      is(
        applied,
        changes.map(() => [0, 1, -1]),
        'APPLIED of each of the two changes: usable at once, settled later',
      );
      is(changes.length, 2, 'number of CHANGES');
      const fees = BigInt(tradeFee) + BigInt(settlementFee);
      const bought = changes.find(([token]) => token === market.traded.symbol);
      is(
        bought,
        [market.traded.symbol, amount, `${fees}`, `${BigInt(amount) - fees}`].map(String),
        'change of the bought token: amount, fees, net amount',
      );
      const after = await bob.balances();
      const gained =
        (after.get(market.traded.symbol)?.[1] ?? 0n) - (before.get(market.traded.symbol)?.[1] ?? 0n);
      is(gained, BigInt(amount) - fees, 'what became usable');

      const mine = await alice.connection.find('the trade of the maker', from.alice, isUserTrade);
      const [theirId, , theirDirection] = mine.message as unknown as UserTrade;
      is(
        [theirId, theirDirection, mine.rid ?? null],
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
      holds(orderId > 0, 'INVOLVED_ORDER_ID');
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
      const [, , , , , tradeFee] = packet.message as unknown as UserTrade;
      const bought = (market.price * 90n) / 100n;
      is(BigInt(tradeFee), (bought * BigInt(Math.round(takerFee * 1e6))) / 1_000_000n, 'TRADE_FEE');
    },
  ),
  inSection('Ledger entry')(
    'a trade is settled on the blockchain, and its entry says in which block',
    async (world) => {
      const { bob } = world;
      const settled = await bob.connection.find('a settled trade', 0, ({ event, message }) => {
        if (event !== 'le') return false;
        const [, type, , applied] = message as Entry;
        return type === 'trade' && applied[0]?.[0] === 1;
      });
      const [, , , applied, , transaction, block, blockHash] = settled.message as Entry;
      is(
        applied,
        [
          [1, 1, -1],
          [1, 1, -1],
        ],
        'APPLIED',
      );
      holds(
        [transaction, block, blockHash].every((value) => value !== null),
        'transaction, block and its hash are told',
      );
    },
  ),
];
