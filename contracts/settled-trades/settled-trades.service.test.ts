import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ContractEvent, REBATE_POOL } from '@exchange/contract/chain';
import { type Address, amount, present } from '@exchange/core/kernel';
import { type BatchOrder, brokenRule, makerGives, MAX_TRADES } from '@exchange/core/settlement';
import { createCrypto } from '@exchange/platform';
import { Custody, MAX_FEE_BPS } from './custody.fixture';
import { policyFor, pricedListings, TOKEN_DECIMALS, Traders } from './traders.fixture';
import { type FloorPool, type MatchedTrade, TradingFloor } from './trading-floor.fixture';

/** `npm run test:settled-trades` settles ten times as many, and says what they were. */
const TRADES = Number(process.env['SETTLED_TRADES'] ?? 2_000);
const SEED = process.env['SETTLED_TRADES_SEED'] ?? 'settled trades';
const TIMEOUT_MS = 120_000 + TRADES * 60;

/** A run in which one of these never happens shows less than it says. */
const MUST_HAPPEN = [
  ...['trade', 'rested', 'triggered', 'edited', 'done filled', 'dust counted as filled'],
  ...['waiting for stop', 'waiting for peg_rate', 'waiting for edit'],
  ...['came back', 'trade of an order that came back'],
  ...['done owner', 'done expired', 'done post_only', 'done immediate_or_cancel', 'done fill_or_kill'],
  ...['placed by delegate', 'placed sign', 'placed signTypedData'],
  ...['maker buys', 'maker sells', 'maker fee', 'taker fee', 'no taker fee', 'fee at the limit'],
  ...[
    'rebate in sell',
    'rebate in buy',
    'no rebate',
    'exactly what the taker signed',
    'less than both offer',
  ],
  ...['trade of less than 10 units', 'trade of more than 2^120 units'],
];

describe('trades of the engine, with the fees of the ledger, in the contract', () => {
  let custody: Custody;
  let floor: TradingFloor;
  let traders: Traders;
  const sold = new Map<string, bigint>();
  const failed: string[] = [];
  let settled = 0;

  beforeAll(async () => {
    const { keccak256 } = await createCrypto();
    custody = await Custody.start(TOKEN_DECIMALS);
    const { tokens, collector, domain } = custody;
    traders = new Traders(SEED, domain, keccak256);
    const listings = pricedListings(tokens).map(({ listing }) => listing);
    floor = new TradingFloor(traders.accounts, listings, collector, tokens, policyFor(MAX_FEE_BPS));
    for (const [account, { address }] of traders.keys.entries()) {
      for (const [token, contract] of tokens.entries()) {
        floor.hear(await custody.deposit(address, contract, traders.depositOf(account, token)));
      }
      const delegate = traders.delegates[account];
      if (delegate !== undefined) floor.hear(await custody.addDelegate(address, delegate));
    }
  }, 120_000);

  afterAll(async () => custody.stop());

  const soldOf = ({ account, orderHash }: BatchOrder): bigint => sold.get(`${account}${orderHash}`) ?? 0n;

  const note = (order: BatchOrder, gives: bigint) =>
    sold.set(`${order.account}${order.orderHash}`, soldOf(order) + gives);

  /** Says again, apart from the contract, that the trade is within what both signed and what may be charged. */
  function check(trade: MatchedTrade): void {
    const { amounts, maker, taker, id } = trade.batch;
    const broken = brokenRule(
      amounts,
      { ...maker.order.terms, sold: amount(soldOf(maker)) },
      { ...taker.order.terms, sold: amount(soldOf(taker)) },
      MAX_FEE_BPS,
    );
    if (broken !== undefined) failed.push(`trade ${id} of ${trade.market}: ${broken}`);
    note(maker, makerGives(amounts));
    note(taker, amounts.takerAmount);
    for (const what of kindsOf(trade)) floor.count(what);
  }

  function judge(trades: readonly MatchedTrade[], events: readonly ContractEvent[]): void {
    const byId = new Map(trades.map((trade) => [BigInt(trade.batch.id), trade]));
    for (const event of events) {
      if (event.kind === 'TradeSettled') settled += 1;
      if (event.kind !== 'TradeFailed') continue;
      const trade = present(byId.get(event.tradeId), 'trade');
      const { amounts, maker, taker } = trade.batch;
      const told = JSON.stringify([amounts, maker.order.terms, taker.order.terms], (_, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      );
      failed.push(`trade ${event.tradeId} of ${trade.market}: ${event.reason} (${event.side}) ${told}`);
    }
  }

  it(
    `settles ${TRADES} of them, drawn with the seed "${SEED}", and owes to the unit what the ledger says`,
    async () => {
      const listings = pricedListings(custody.tokens);
      let matched = 0;
      // The chain settles a batch while the next one is matched; what it said is heard after that, always at one place.
      let underway:
        | { readonly trades: MatchedTrade[]; readonly events: Promise<ContractEvent[]> }
        | undefined;
      const hearSettled = async () => {
        if (underway === undefined) return;
        const events = await underway.events;
        judge(underway.trades, events);
        floor.hear(events);
        underway = undefined;
      };
      const settleNext = async () => {
        const trades = floor.matched.splice(0, MAX_TRADES);
        matched += trades.length;
        for (const trade of trades) check(trade);
        await hearSettled();
        for (const token of custody.tokens) floor.fundRebates(token, await custody.fundRebates(token));
        underway = { trades, events: custody.settle(trades.map(({ batch }) => batch)) };
      };
      while (matched + floor.matched.length < TRADES) {
        traders.act(floor, listings);
        if (floor.matched.length >= MAX_TRADES) await settleNext();
      }
      while (floor.matched.length > 0) await settleNext();
      await hearSettled();

      if (process.env['SETTLED_TRADES'] !== undefined)
        console.log(Object.fromEntries([...floor.happened].sort()));
      expect(failed).toEqual([]);
      expect(settled).toBe(matched);
      expect(await differences()).toEqual([]);
      expect(MUST_HAPPEN.filter((what) => !floor.happened.has(what))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  async function differences(): Promise<string[]> {
    const found: string[] = [];
    const places: Readonly<Record<string, Address>> = { collector: custody.collector, budget: REBATE_POOL };
    const compare = async (owner: Address | FloorPool, token: Address) => {
      const at = places[owner] ?? (owner as Address);
      const inContract = await custody.balance(token, at);
      const inLedger = floor.settled(owner, token);
      if (inContract !== inLedger)
        found.push(`${owner} has ${inContract} of ${token}, the ledger says ${inLedger}`);
    };
    for (const token of custody.tokens) {
      for (const owner of [...traders.accounts, 'collector', 'budget'] as const) await compare(owner, token);
    }
    return found;
  }
});

/** What a trade shows beside that it settles. */
function kindsOf({ batch: { amounts, taker }, takerSide }: MatchedTrade): string[] {
  const { makerAmount, takerAmount, makerFee, takerFee, makerRebate, rebateToken } = amounts;
  const { sellAmount, buyAmount } = taker.order.terms;
  const isIn = (name: string, what: boolean): string[] => (what ? [name] : []);
  return [
    takerSide === 'buy' ? 'maker sells' : 'maker buys',
    ...isIn(`rebate in ${rebateToken}`, makerRebate > 0n),
    ...isIn('no rebate', makerRebate === 0n),
    ...isIn('maker fee', makerFee > 0n),
    takerFee > 0n ? 'taker fee' : 'no taker fee',
    ...isIn('fee at the limit', takerFee > 0n && takerFee === (makerAmount * BigInt(MAX_FEE_BPS)) / 10_000n),
    ...isIn('exactly what the taker signed', takerAmount * buyAmount === makerAmount * sellAmount),
    ...isIn('trade of less than 10 units', makerAmount < 10n || takerAmount < 10n),
    ...isIn('trade of one unit', makerAmount === 1n || takerAmount === 1n),
    ...isIn('trade of more than 2^120 units', makerAmount > 1n << 120n),
  ];
}
