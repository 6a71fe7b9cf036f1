import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Address, present } from '@exchange/core/kernel';
import fc from 'fast-check';
import { editPeg, type OrderKind, repeg, trigger } from '../test/book-moves.fixture';
import { BUDGET, COLLECTOR } from '../test/chain-model.fixture';
import { ACCOUNTS, ExchangeModel, TOKENS } from '../test/exchange-model.fixture';
import { DAI, ETH } from '../test/setting.fixture';
import { missedCancels, voidedTrades, VOIDINGS, voidingSteps } from '../test/voiding-moves.fixture';
import { exitEarly, reverseSome, settleOrReverse } from '../test/reversal-moves.fixture';

const account = fc.constantFrom(...ACCOUNTS);
const token = fc.constantFrom(...TOKENS);
const choice = fc.nat(1000);
const units = fc.bigInt({ min: 1n, max: 3_000_000_000n });

/** A run that never gets here shows nothing. */
const MUST_HAPPEN = [
  ...['deposited', 'cosigned', 'exit', 'exit_requested', 'exit_cancelled', 'trade_settled'].flatMap(
    (kind) => [`${kind} final`, `${kind} undone`],
  ),
  ...VOIDINGS,
  'part of an exit',
  'rebate in the sell token',
  'rebate in the buy token',
  'no rebate',
  'edit asked',
  'edit refused',
  'edited',
  ...['waits for stop', 'waits for peg_rate', 'triggered', 'triggered with a peg'],
  ...['waits for edit', 'waits for edit while edited', 'came back'],
  ...['buy', 'sell'].flatMap((side) =>
    ['moved', 'moved while edited', 'traded'].map((what) => `pegged ${side} ${what}`),
  ),
  ...['edit to a peg asked', 'edit of a peg asked'],
];

const ROUNDS_MAX = 20;

type Step = (model: ExchangeModel) => void;

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ account, token, units }).map(
      (s): Step =>
        (m) =>
          m.deposit(s.account, s.token, s.units),
    ),
  },
  {
    weight: 8,
    arbitrary: fc
      .record({
        account,
        buy: fc.boolean(),
        milli: fc.integer({ min: 10, max: 1500 }),
        rate: fc.integer({ min: 190, max: 210 }),
        half: fc.boolean(),
        rebate: fc.constantFrom('sell' as const, 'buy' as const),
        kind: fc.constantFrom<OrderKind>(
          'plain',
          'plain',
          'plain',
          'pegged',
          'pegged',
          'stop',
          'pegged stop',
        ),
      })
      .map(
        (s): Step =>
          (m) =>
            m.place(s.account, s.buy, s.milli, s.rate, s.half, s.rebate, s.kind),
      ),
  },
  {
    weight: 8,
    arbitrary: choice.map(
      (c): Step =>
        (m) =>
          m.match(c),
    ),
  },
  {
    weight: 2,
    arbitrary: choice.map(
      (c): Step =>
        (m) =>
          m.cancel(c),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({ choice, percent: fc.integer({ min: 1, max: 110 }) }).map(
      (s): Step =>
        (m) =>
          m.edit(s.choice, s.percent),
    ),
  },
  {
    weight: 3,
    arbitrary: choice.map(
      (c): Step =>
        (m) =>
          trigger(m, c),
    ),
  },
  {
    weight: 8,
    arbitrary: fc.record({ choice, keys: fc.option(fc.nat(900), { freq: 6 }) }).map(
      (s): Step =>
        (m) =>
          repeg(m, s.choice, s.keys),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({ choice, percent: fc.option(fc.integer({ min: 1, max: 110 })) }).map(
      (s): Step =>
        (m) =>
          editPeg(m, s.choice, s.percent),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.boolean().map(
      (refuses): Step =>
        (m) =>
          m.reportInput(refuses),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({ account, token, units }).map(
      (s): Step =>
        (m) =>
          m.signWithdrawal(s.account, s.token, s.units),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({ account, token }).map(
      (s): Step =>
        (m) =>
          m.signAll(s.account, s.token),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({ account, choice }).map(
      (s): Step =>
        (m) =>
          m.mineWithdrawal(s.account, s.choice),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({ account, token }).map(
      (s): Step =>
        (m) =>
          m.requestExit(s.account, s.token.contract),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({ account, token }).map(
      (s): Step =>
        (m) =>
          m.cancelExit(s.account, s.token.contract),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({ account, token, parts: fc.bigInt({ min: 1n, max: 3n }) }).map(
      (s): Step =>
        (m) =>
          m.mineExit(s.account, s.token.contract, s.parts),
    ),
  },
  {
    weight: 3,
    arbitrary: voidingSteps(
      account,
      token.map(({ contract }) => contract),
    ),
  },
  { weight: 5, arbitrary: fc.constant<Step>((m) => void m.settle()) },
  { weight: 10, arbitrary: fc.constant<Step>((m) => void m.finalize()) },
  { weight: 4, arbitrary: fc.constant<Step>((m) => m.undo()) },
  {
    weight: 5,
    arbitrary: token.map(
      (t): Step =>
        (m) =>
          m.fundBudget(t.contract),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ account, ether: fc.constantFrom(0, 100, 1000) }).map(
      (s): Step =>
        (m) =>
          m.setVolume(s.account, s.ether),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(2000).map(
      (s): Step =>
        (m) =>
          void (m.chain.time += s),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((m) => m.reload()) },
);

/** What must hold after every step; that no figure is negative and each equation holds, every change asserts itself. */
function violations(model: ExchangeModel): string[] {
  const found = [...model.alarms, ...model.audit()].map((each) =>
    JSON.stringify(each, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  );
  const same = (what: string, is: bigint, should: bigint) => {
    if (is !== should) found.push(`${what}: ${is}, not ${should}`);
  };
  found.push(...missedCancels(model), ...voidedTrades(model));
  for (const { contract, symbol } of TOKENS) {
    const collected = model.pool('collector', contract, 'settled');
    // While one side of a reversal waits for orders to end, the other may be undone already.
    if (!ACCOUNTS.some((owner) => model.account(owner).isReversing)) {
      same(`clearing of ${symbol}`, model.pool('clearing', contract), 0n);
      same(`collector of ${symbol}`, model.pool('collector', contract), model.earned.get(contract) ?? 0n);
      same(`budget of ${symbol}`, model.pool('budget', contract), model.budget.get(contract) ?? 0n);
      const { counted, known } = model.free(contract);
      same(`free budget of ${symbol}`, known, counted);
      if (known < 0n) found.push(`${-known} of the budget of ${symbol} is promised twice`);
    }
    same(`collector of ${symbol} in the contract`, collected, model.chain.finalBalance(COLLECTOR, contract));
    const budget = model.pool('budget', contract, 'settled');
    same(`settled clearing of ${symbol}`, model.pool('clearing', contract, 'settled'), 0n);
    same(`budget of ${symbol} in the contract`, budget, model.chain.finalBalance(BUDGET, contract));
    let inContract = collected + budget;
    for (const owner of ACCOUNTS) {
      const { settled } = model.account(owner).balance(contract);
      same(`settled ${symbol} of ${owner}`, settled, model.chain.finalBalance(owner, contract));
      inContract += settled;
      found.push(...misread(model, owner, contract));
    }
    same(`${symbol} in the contract`, inContract, -model.pool('chain', contract));
  }
  return found;
}

/** Where the entries that an account was told make other balances than it has. */
function misread(model: ExchangeModel, owner: Address, token: Address): string[] {
  const { settled, usable, held, blocked, shortfall } = model.account(owner).balance(token);
  const read = model.reader.balance(owner, token);
  const taken = model.reader.takenOf(owner, token);
  const figures = [
    ['settled', settled, read.settled],
    [
      'usable, held and blocked',
      usable + held + blocked - shortfall,
      read.usable + read.blocked + taken.open,
    ],
    ...(taken.ever === 0n && !model.happened.has('reversed') && !model.happened.has('shortfall')
      ? [['blocked', blocked, read.blocked] as const]
      : []),
  ] as const;
  return figures
    .filter(([, is, told]) => is !== told)
    .map(([figure, is, told]) => `${figure} of ${owner} in ${token}: ${is}, told ${told}`);
}

/** Settled fees in both tokens, half of which are set aside for rebates. */
function earnFees(model: ExchangeModel): void {
  const [seller, buyer] = ACCOUNTS.slice(2);
  for (const taker of [0, 1]) {
    model.place(present(seller, 'seller'), false, 900, 200, false, 'sell');
    model.place(present(buyer, 'buyer'), true, 900, 200, false, 'sell');
    model.match(taker);
    model.settle();
    while (model.finalize());
  }
  for (const { contract } of TOKENS) model.fundBudget(contract);
}

/** Ends all that is open: trades settle in their order, orders are canceled, withdrawals expire. */
function wind(model: ExchangeModel): void {
  while (model.settle());
  while (model.orders().length > 0) {
    model.cancel(0);
    while (model.orders().length > 0 && model.isAsked) model.reportInput(true);
  }
  model.chain.time += 3601;
  model.mineBlock();
  while (model.finalize());
}

function openFigures(model: ExchangeModel): bigint[] {
  return ACCOUNTS.flatMap((owner) =>
    TOKENS.flatMap(({ contract }) => {
      const { held, pendingWithdrawal, boughtUnsettled, soldUnsettled } = model
        .account(owner)
        .balance(contract);
      return [held, pendingWithdrawal, boughtUnsettled, soldUnsettled];
    }),
  );
}

/** More trades than settle, so that trades live on each other. */
const withReversals: fc.Arbitrary<Step> = fc.oneof(
  { weight: 50, arbitrary: steps },
  {
    weight: 25,
    arbitrary: fc
      .record({ account, buy: fc.boolean(), milli: fc.integer({ min: 300, max: 1500 }), choice })
      .map((s): Step => (m) => {
        m.place(s.account, s.buy, s.milli, s.buy ? 205 : 195, false, 'sell');
        m.match(s.choice);
      }),
  },
  {
    weight: 4,
    arbitrary: choice.map(
      (c): Step =>
        (m) =>
          reverseSome(m, c),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({ account, token }).map((s): Step => (m) => {
      m.requestExit(s.account, s.token.contract);
      exitEarly(m, s.account, s.token.contract);
    }),
  },
);

const happened = new Set<string>();
beforeEach(() => happened.clear());

/** Checks a property in rounds until all of this happened: a rare thing may be missing in one of them. */
function checkUntil(must: readonly string[], property: fc.IProperty<unknown>): void {
  const missing = () => must.filter((what) => !happened.has(what));
  for (let round = 0; round < ROUNDS_MAX && (round === 0 || missing().length > 0); round++)
    fc.assert(property, { numRuns: 60 });
  expect(missing()).toEqual([]);
}

describe('the ledger under any sequence of what can happen', () => {
  it('keeps every invariant after every step, and can always settle all it matched', () => {
    checkUntil(
      MUST_HAPPEN,
      fc.property(fc.array(steps, { minLength: 50, maxLength: 200, size: 'max' }), (sequence) => {
        const model = new ExchangeModel();
        for (const owner of ACCOUNTS)
          for (const listed of TOKENS) model.deposit(owner, listed, 2_000_000_000n);
        for (const owner of ACCOUNTS.slice(0, 2)) model.setVolume(owner, 1000);
        while (model.finalize());
        earnFees(model);
        for (const step of sequence) {
          step(model);
          expect(violations(model)).toEqual([]);
        }
        wind(model);
        expect(violations(model)).toEqual([]);
        expect(openFigures(model).every((figure) => figure === 0n)).toBe(true);
        for (const what of model.happened) happened.add(what);
      }),
    );
  });
});

describe('the ledger when trades fail for good, and exits take what was sold', () => {
  it('keeps every invariant, and ends with the books equal to the contract', () => {
    checkUntil(
      ['reversed', 'reversed with dependents', 'reversal waits', 'shortfall'],
      fc.property(fc.array(withReversals, { minLength: 50, maxLength: 200, size: 'max' }), (sequence) => {
        const model = new ExchangeModel();
        for (const owner of ACCOUNTS.slice(0, 2)) model.deposit(owner, ETH, 1_500_000_000n);
        for (const owner of ACCOUNTS.slice(2)) model.deposit(owner, DAI, 300_000_000n);
        while (model.finalize());
        for (const step of sequence) {
          step(model);
          expect(violations(model)).toEqual([]);
        }
        settleOrReverse(model);
        wind(model);
        expect(violations(model)).toEqual([]);
        expect(openFigures(model).every((figure) => figure === 0n)).toBe(true);
        for (const what of model.happened) happened.add(what);
      }),
    );
  });
});
