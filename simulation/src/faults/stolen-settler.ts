import { attesterCommands } from '@exchange/contract/bus';
import { present, publicTradeId, tradeId } from '@exchange/core/kernel';
import { settleLeg } from '@exchange/core/message';
import { batchTrade, encodeBatch, packedWords } from '@exchange/core/settlement';
import { Requester } from '@exchange/platform';
import { check } from '../audit/finding';
import { readSimTransaction } from '../chain/sim-keys';
import { isWithdrawalCall } from '../chain/sim-withdrawals';
import { ATTESTATION_LIMITS } from '../services/build-services';
import type { SimulatedWorld } from '../world';
import {
  type AttestedPlace,
  callOf,
  CHANGES,
  forgeriesOf,
  type Forgery,
  type PublicBatch,
  readBatch,
} from './forgeries';

/** What a run lends to the thief. */
interface RunParts {
  readonly world: SimulatedWorld;
  /** Everybody goes on for so many steps. */
  readonly act: (steps: number) => Promise<void>;
}

const SOON_STEPS = 40;
const ANSWER_STEPS = 60;
const ANSWER_WITHIN_MS = 10_000;
const SHORT_SECONDS = 60;
/** Batch ids from here on are nobody's. */
const FIRST_FREE = 2 ** 41;

/**
 * Somebody has the settler's key and its place on the bus: what is attested is sent with other words, and the attester is
 * asked about everything that it must not sign.
 */
export async function stolenSettler({ world, act }: RunParts): Promise<void> {
  const batch = await attestedBatch({ world, act });
  if (batch === undefined) return;
  for (const change of Object.values(CHANGES))
    world.chain.submit(world.chain.settlerCall(callOf({ ...batch, ...change(batch, placeOf(world)) })));
  let lastId = FIRST_FREE;
  const freshId = () => (lastId += 1);
  const forgeries = [...forgeriesOf(batch, placeOf(world), freshId), ...reversedTrades(world, freshId)];
  const signed = await attestedOf({ world, act }, forgeries);
  for (const { against } of signed)
    check(against === 'TRADE_ID' && isSpent(world, batch), () => `the attester signed against ${against}`);
}

/** The first with trades that waits in the settler's pool, if one comes soon. */
async function attestedBatch({ world, act }: RunParts): Promise<PublicBatch | undefined> {
  for (let wait = 0; wait < SOON_STEPS; wait += 1) {
    const calls = world.chain.pool.inOrder().map((raw) => readSimTransaction(raw).data);
    const batches = calls.filter((data) => !isWithdrawalCall(data)).map(readBatch);
    const found = batches.find(({ trades }) => trades.length > 0);
    if (found) return found;
    await act(1);
  }
  return undefined;
}

const placeOf = ({ settings, chain }: SimulatedWorld): AttestedPlace => ({
  ...{ chainId: settings.domain.chainId, contract: settings.domain.contract },
  ...{ now: chain.at(chain.height).time, limits: ATTESTATION_LIMITS },
});

/** Those that were attested. Asked all at once: what doesn't answer in time wasn't. */
async function attestedOf({ world, act }: RunParts, forgeries: readonly Forgery[]): Promise<Forgery[]> {
  const bus = world.broker.connect('thief');
  const requester = new Requester(bus);
  const signed: Forgery[] = [];
  const asked = forgeries.map(async (forgery, number) => {
    const sender = [`thief-${number}`];
    const said = await requester.ask(attesterCommands.attestBatch, sender, forgery.request, ANSWER_WITHIN_MS);
    if (said.ok && said.value.kind === 'attested') signed.push(forgery);
  });
  let isAnswered = false;
  const all = Promise.all(asked).then(() => (isAnswered = true));
  for (let step = 0; step < ANSWER_STEPS && !isAnswered; step += 1) await act(1);
  await all;
  await bus.close();
  return signed;
}

/** Each trade of which the attester knows that it was reversed. */
function reversedTrades(world: SimulatedWorld, freshId: () => number): Forgery[] {
  const { store } = world.service('attester');
  const reversed = [...store.table('trades').values()].filter(({ isReversed }) => isReversed === true);
  const legs = [...store.table('trade_legs').values()];
  return reversed.flatMap(({ id }) => {
    const [maker, taker] = ['maker', 'taker'].map((role) => {
      const row = legs.find((leg) => leg['tradeId'] === id && leg['role'] === role);
      return row && settleLeg.read(row['leg']);
    });
    if (!maker || !taker) return [];
    const { tokens } = world.chain.state;
    const encoded = encodeBatch([batchTrade(maker, taker)], (token) => tokens.indexOf(token));
    if (!encoded.ok) return [];
    const words = packedWords(encoded.value);
    const { chainId, contract, now } = placeOf(world);
    const request = { chainId, contract, batchId: freshId(), validUntil: now + SHORT_SECONDS, ...words };
    return [{ against: 'REVERSED' as const, request }];
  });
}

/** Whether something else has the id of its first trade: then the replacement is right. */
function isSpent({ chain }: SimulatedWorld, { trades }: PublicBatch): boolean {
  const ids = present(trades[0]?.[2], 'first trade');
  const id = publicTradeId(tradeId(Number(BigInt(ids) >> 192n)));
  return chain.state.foreign.has(BigInt(id));
}
