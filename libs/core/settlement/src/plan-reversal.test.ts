import { describe, expect, it } from '@jest/globals';
import { address, type Address, tradeId, type TradeId } from '@exchange/core/kernel';
import fc from 'fast-check';
import { planReversal, type UnminedSide, type UnminedTrade } from './plan-reversal';

const of = (byte: string) => address(`0x${byte.repeat(20)}`);
const [A, B, C, D] = [of('0a'), of('0b'), of('0c'), of('0d')] as [Address, Address, Address, Address];
const [X, Y, Z] = [of('e0'), of('d0'), of('d1')] as [Address, Address, Address];
const ACCOUNTS = [A, B, C, D];
const TOKENS = [X, Y, Z];

type Balances = Map<string, bigint>;
const read = (balances: Balances) => (account: Address, token: Address) =>
  balances.get(`${account}:${token}`) ?? 0n;
const change = (balances: Balances, account: Address, token: Address, by: bigint) =>
  balances.set(`${account}:${token}`, read(balances)(account, token) + by);

/** Makes trades and numbers them for each of their accounts. */
class Tape {
  readonly trades: UnminedTrade[] = [];
  private readonly seqs = new Map<Address, number>();

  trade(
    seller: Address,
    token: Address,
    given: bigint,
    buyer: Address,
    price: Address,
    paid: bigint,
    fee = 0n,
  ): TradeId {
    const id = tradeId(this.trades.length + 1);
    const side = (
      account: Address,
      soldToken: Address,
      sold: bigint,
      boughtToken: Address,
      bought: bigint,
    ): UnminedSide => {
      const accountSeq = (this.seqs.get(account) ?? 0) + 1;
      this.seqs.set(account, accountSeq);
      return { account, accountSeq, soldToken, given: sold, boughtToken, got: bought };
    };
    const sides = [side(seller, token, given, price, paid), side(buyer, price, paid, token, given - fee)];
    this.trades.push({ id, fate: 'open', sides });
    return id;
  }

  with(fate: UnminedTrade['fate'], ...ids: TradeId[]): UnminedTrade[] {
    return this.trades.map((trade) => (ids.includes(trade.id) ? { ...trade, fate } : trade));
  }
}

const holding = (...lines: [Address, Address, bigint][]): Balances => {
  const balances: Balances = new Map();
  for (const line of lines) change(balances, ...line);
  return balances;
};

describe('planReversal', () => {
  it('reverses a trade that can’t settle, and those that live on what it would have brought, newest first', () => {
    const tape = new Tape();
    const first = tape.trade(A, X, 10n, B, Y, 20n);
    const second = tape.trade(B, X, 10n, C, Y, 21n);
    const third = tape.trade(C, X, 6n, D, Y, 13n);
    const balances = holding([A, X, 10n], [B, Y, 20n], [C, Y, 21n], [D, Y, 13n]);
    const plan = planReversal(tape.with('doomed', first), read(balances));
    expect(plan).toEqual({ reversed: [third, second, first], undecided: [] });
  });

  it('leaves what the chain covers anyhow', () => {
    const tape = new Tape();
    const first = tape.trade(A, X, 10n, B, Y, 20n);
    tape.trade(B, X, 10n, C, Y, 21n);
    tape.trade(A, Z, 1n, D, Y, 1n);
    const balances = holding([B, X, 10n], [C, Y, 21n], [A, Z, 1n], [D, Y, 1n]);
    expect(planReversal(tape.with('doomed', first), read(balances)).reversed).toEqual([first]);
  });

  it('lets later trades use what a trade that is on its way brings, and never reverses that one', () => {
    const tape = new Tape();
    const doomed = tape.trade(A, X, 10n, B, Y, 20n);
    const kept = tape.trade(B, X, 4n, C, Y, 8n);
    const sent = tape.trade(D, X, 4n, B, Y, 8n);
    const balances = holding([B, Y, 8n], [C, Y, 8n], [D, X, 4n]);
    const trades = tape
      .with('doomed', doomed)
      .map((trade) => (trade.id === sent ? { ...trade, fate: 'sent' as const } : trade));
    expect(planReversal(trades, read(balances))).toEqual({ reversed: [doomed], undecided: [] });
    expect(kept).toBe(2);
  });

  it('decides nothing while a sent trade, or one whose second side is missing, is not covered', () => {
    const tape = new Tape();
    const doomed = tape.trade(A, X, 10n, B, Y, 20n);
    const next = tape.trade(B, X, 10n, C, Y, 20n);
    const balances = holding([C, Y, 20n]);
    for (const fate of ['sent', 'early'] as const) {
      const trades = tape
        .with('doomed', doomed)
        .map((trade) => (trade.id === next ? { ...trade, fate } : trade));
      expect(planReversal(trades, read(balances)).undecided).toEqual([next]);
    }
  });

  it('takes an account whose balance nobody read as covered', () => {
    const tape = new Tape();
    const doomed = tape.trade(A, X, 10n, B, Y, 20n);
    tape.trade(C, X, 10n, D, Y, 20n);
    const known = (account: Address, token: Address) =>
      account === A || account === B ? read(holding([B, Y, 20n]))(account, token) : undefined;
    expect(planReversal(tape.with('doomed', doomed), known).reversed).toEqual([doomed]);
  });

  it('breaks a circle of trades in opposite orders at the lowest id', () => {
    const side = (
      account: Address,
      accountSeq: number,
      soldToken: Address,
      boughtToken: Address,
    ): UnminedSide => ({
      ...{ account, accountSeq, soldToken, given: 5n, boughtToken, got: 5n },
    });
    const first: UnminedTrade = { id: tradeId(1), fate: 'open', sides: [side(A, 1, X, Y), side(B, 2, Y, X)] };
    const second: UnminedTrade = {
      id: tradeId(2),
      fate: 'open',
      sides: [side(A, 2, Y, X), side(B, 1, X, Y)],
    };
    const balances = holding([A, X, 5n], [B, Y, 5n]);
    expect(planReversal([second, first], read(balances)).reversed).toEqual([]);
  });
});

interface Wish {
  readonly seller: Address;
  readonly buyer: Address;
  readonly token: Address;
  readonly price: Address;
  readonly given: bigint;
  readonly paid: bigint;
  readonly fee: bigint;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  seller: fc.constantFrom(...ACCOUNTS),
  buyer: fc.constantFrom(...ACCOUNTS),
  token: fc.constantFrom(...TOKENS),
  price: fc.constantFrom(...TOKENS),
  given: fc.bigInt(1n, 12n),
  paid: fc.bigInt(1n, 12n),
  fee: fc.bigInt(0n, 1n),
});
const funds = fc.array(fc.bigInt(0n, 15n), { minLength: 12, maxLength: 12 });

const funded = (amounts: readonly bigint[]): Balances =>
  new Map(
    ACCOUNTS.flatMap((account, row) =>
      TOKENS.map((token, at) => [`${account}:${token}`, amounts[3 * row + at] ?? 0n]),
    ),
  );

/** Trades that the ledger would have made: each covered by what its accounts own at that moment. */
function tapeOf(start: Balances, wanted: readonly Wish[]): Tape {
  const tape = new Tape();
  const now: Balances = new Map(start);
  for (const { seller, buyer, token, price, given, paid, fee } of wanted) {
    const isFunded = read(now)(seller, token) >= given && read(now)(buyer, price) >= paid;
    if (seller === buyer || token === price || !isFunded) continue;
    tape.trade(seller, token, given, buyer, price, paid, fee);
    change(now, seller, token, -given);
    change(now, seller, price, paid);
    change(now, buyer, price, -paid);
    change(now, buyer, token, given - fee);
  }
  return tape;
}

/** Leaves out one trade after another until all that are left can settle in the order in which they were made. */
function naive(trades: readonly UnminedTrade[], start: Balances): Set<TradeId> {
  const out = new Set(trades.filter(({ fate }) => fate === 'doomed').map(({ id }) => id));
  for (;;) {
    const now: Balances = new Map(start);
    const failed = trades.find(({ id, sides }) => {
      if (out.has(id)) return false;
      if (sides.some((side) => read(now)(side.account, side.soldToken) < side.given)) return true;
      for (const side of sides) {
        change(now, side.account, side.soldToken, -side.given);
        change(now, side.account, side.boughtToken, side.got);
      }
      return false;
    });
    if (failed === undefined) return out;
    out.add(failed.id);
  }
}

const drawn = {
  funds,
  wanted: fc.array(wish, { minLength: 5, maxLength: 40 }),
  doomed: fc.array(fc.nat(200), { maxLength: 3 }),
};
const doom = (tape: Tape, doomed: readonly number[]) =>
  tape.with(
    'doomed',
    ...doomed.flatMap((choice) => tape.trades[choice % Math.max(tape.trades.length, 1)]?.id ?? []),
  );

describe('a plan of any trades', () => {
  it('names exactly what a naive replay leaves out, also when the chain holds less than the ledger thought', () => {
    fc.assert(
      fc.property(fc.record({ ...drawn, drained: fc.array(fc.nat(11), { maxLength: 2 }) }), (draw) => {
        const start = funded(draw.funds);
        const trades = doom(tapeOf(start, draw.wanted), draw.doomed);
        const onChain = new Map(
          [...start].map(([key, has], at) => [key, draw.drained.includes(at) ? has / 2n : has]),
        );
        const shuffled = [...trades].sort((a, b) => (a.id % 7) - (b.id % 7));
        const { reversed, undecided } = planReversal(shuffled, read(onChain));
        expect(new Set(reversed)).toEqual(naive(trades, onChain));
        expect(undecided).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('needs only the balances of the accounts whose trades are reversed', () => {
    fc.assert(
      fc.property(fc.record(drawn), (draw) => {
        const start = funded(draw.funds);
        const trades = doom(tapeOf(start, draw.wanted), draw.doomed);
        const concerned = new Set<Address>();
        const known = (account: Address, token: Address) =>
          concerned.has(account) ? read(start)(account, token) : undefined;
        let reversed: readonly TradeId[] = [];
        for (let before = -1; before < concerned.size;) {
          before = concerned.size;
          ({ reversed } = planReversal(trades, known));
          const gone = trades.filter(({ id }) => reversed.includes(id));
          for (const { sides } of gone) for (const { account } of sides) concerned.add(account);
        }
        expect(new Set(reversed)).toEqual(naive(trades, start));
      }),
      { numRuns: 500 },
    );
  });
});
