import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keySigner, signStatement, signWithdrawalTerms } from '@exchange/client';
import { decodeSettleBatchCodes } from '@exchange/contract/chain';
import { present } from '@exchange/core/kernel';
import { type OrderSignature, parseSignature, typedDomain } from '@exchange/core/order';
import { MAX_TRADES } from '@exchange/core/settlement';
import { seededRandom } from '@exchange/test/kit';
import { AskedExchange } from './asked-exchange.fixture';
import { drawClientsBatch } from './batches.fixture';
import { coSignedTypes, type SignedValue } from './co-signed.fixture';
import { ValueDraw } from './draw.fixture';
import { drawnWithdrawal } from './operator-withdrawals.fixture';

/** Of each kind. `npm run test:client-signatures` draws a thousand. */
const COUNT = Number(process.env['CLIENT_SIGNATURES'] ?? 12);
const SEED = process.env['CLIENT_SIGNATURES_SEED'] ?? 'client signatures';
/** A signature takes JavaScript some milliseconds, on a busy machine ten times as many. */
const TIMEOUT_MS = 60_000 + COUNT * 200;

const drawOf = (label: string) => new ValueDraw(seededRandom(`${SEED}/${label}`));

describe('what the client signs, the contract accepts', () => {
  let chain: AskedExchange;
  beforeAll(async () => {
    const draw = drawOf('tokens');
    chain = await AskedExchange.start(Array.from({ length: 9 }, () => draw.address()));
  });
  afterAll(() => chain.stop());

  /** Signs so many drawn values, and counts those that the contract takes. */
  async function accepted<T extends Pick<SignedValue, 'call' | 'isAccepted'>>(
    drawn: () => T,
    sign: (value: T) => Promise<OrderSignature>,
  ): Promise<number> {
    const values = Array.from({ length: COUNT }, drawn);
    const calls = [];
    for (const value of values) calls.push(value.call(await sign(value)));
    const answers = await chain.ask(calls);
    return values.filter(({ isAccepted }, at) => isAccepted(present(answers[at], 'answer'))).length;
  }

  it.each(Object.entries(coSignedTypes))(
    'a consent: %s',
    async (name, drawValue) => {
      const draw = drawOf(name);
      const count = await accepted(
        () => drawValue(draw, chain),
        async ({ built, signer: { privateKey } }) => {
          const signer = await keySigner(privateKey);
          return signStatement(signer, present(built, 'statement'), typedDomain(chain.domain));
        },
      );
      expect(count).toBe(COUNT);
    },
    TIMEOUT_MS,
  );

  it.each(['full', 'short', 'shortPersonal'] as const)(
    'a withdrawal, %s',
    async (scheme) => {
      const draw = drawOf(scheme);
      const count = await accepted(
        () => {
          const { terms, value } = drawnWithdrawal(draw, chain, scheme);
          return { ...value, terms };
        },
        async ({ terms, signer: { privateKey } }) => {
          const text = await signWithdrawalTerms(await keySigner(privateKey), terms, chain.domain);
          const signature = parseSignature(text);
          if (!signature.ok) throw new Error(signature.message);
          return signature.value;
        },
      );
      expect(count).toBe(COUNT);
    },
    TIMEOUT_MS,
  );

  it(
    'orders in both formats',
    async () => {
      const draw = drawOf('orders');
      const pairsMax = MAX_TRADES / 2;
      for (let left = COUNT; left > 0; left -= pairsMax) {
        const batch = await drawClientsBatch(draw, chain, Math.min(left, pairsMax));
        const [answer] = await chain.ask([{ from: chain.settler, data: batch.attested.ours }]);
        const isEmpty = ({ sellAmount, buyAmount }: { sellAmount: bigint; buyAmount: bigint }) =>
          sellAmount === 0n || buyAmount === 0n;
        const empty = batch.orders.map(({ terms }) => isEmpty(terms));
        // Signatures are looked at first; both orders of a trade are of one account.
        const expected = batch.trades.map(({ makerIndex, takerIndex }) =>
          empty[makerIndex] === true || empty[takerIndex] === true ? 'ZERO_AMOUNT' : 'SELF_TRADE',
        );
        expect(decodeSettleBatchCodes(present(answer?.returned, 'codes'))).toEqual(expected);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'and nothing that another key signed',
    async () => {
      const draw = drawOf('others');
      const values = Array.from({ length: COUNT }, () =>
        present(coSignedTypes['Delegation'], 'type')(draw, chain),
      );
      const calls = [];
      for (const { built, call } of values) {
        const statement = present(built, 'statement');
        const other = await keySigner(draw.key().privateKey);
        calls.push(call(await signStatement(other, statement, typedDomain(chain.domain))));
      }
      const answers = await chain.ask(calls);
      expect(values.every(({ isRefused }, at) => isRefused(present(answers[at], 'answer')))).toBe(true);
    },
    TIMEOUT_MS,
  );
});
