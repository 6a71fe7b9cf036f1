import { beforeEach, describe, expect, it } from '@jest/globals';
import { address, hash, ok, reject, type Result, tradeId } from '@exchange/core/kernel';
import type { AttestationRefusal, AttestationReply } from '@exchange/core/message';
import type { Requester } from '@exchange/platform';
import { FakeClock, KeptLog } from '@exchange/test/kit';
import { RequestingAttester } from './requesting-attester';

const ROUND_MS = 8_000;
const TRIAL_S = 60;
const BATCH_S = 600;
const signed: AttestationReply = {
  kind: 'attested',
  r: hash(`0x${'01'.repeat(32)}`),
  vs: hash(`0x${'02'.repeat(32)}`),
};

let clock: FakeClock;
let log: KeptLog;
let attester: RequestingAttester;
/** What the attester says of a batch, by the seconds that it is valid from now. */
let says: (validFor: number) => Result<AttestationReply>;

beforeEach(() => {
  clock = new FakeClock();
  log = new KeptLog();
  const ask = async (_: unknown, __: unknown, { validUntil }: { validUntil: number }) =>
    says(validUntil - now());
  attester = new RequestingAttester({
    ...{ requester: { ask } as unknown as Pick<Requester, 'ask'>, sender: 'settlement-service', clock, log },
  });
});

const now = () => Math.floor(clock.now() / 1_000);
const refusal = (reason: AttestationRefusal, ...ids: number[]) =>
  ok({ kind: 'refused' as const, reason, tradeIds: ids.map(tradeId) });
const ask = (validFor: number) =>
  attester.attest({
    ...{
      chainId: 31_337,
      contract: address(`0x${'c0'.repeat(20)}`),
      batchId: 0,
      validUntil: now() + validFor,
    },
    ...{ orders: '0x', trades: '0x' },
  });
const alarms = () => log.of('error').map(({ fields }) => fields);

/** Rounds for so long, each of which asks for batches that are valid for so many seconds. */
async function rounds(milliseconds: number, ...validFor: readonly number[]): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += ROUND_MS) {
    for (const seconds of validFor) await ask(seconds);
    await clock.advance(ROUND_MS);
  }
}

describe('an attester that puts every batch off', () => {
  it.each<AttestationRefusal>(['CHAIN_UNKNOWN', 'KEY_AWAY'])(
    'alarms after a minute, each minute (%s)',
    async (reason) => {
      says = () => refusal(reason);
      await rounds(60_000, TRIAL_S);
      expect(alarms()).toEqual([]);
      await rounds(8_000, TRIAL_S);
      expect(alarms()).toMatchObject([{ alarm: 'attester_behind', reason, behindMs: 64_000 }]);
      await rounds(120_000, TRIAL_S);
      expect(alarms()).toHaveLength(2);
    },
  );

  it('alarms though it judges trades as of a past block meanwhile, or trials', async () => {
    says = (validFor) => (validFor < BATCH_S ? ok(signed) : refusal('CHAIN_UNKNOWN'));
    await rounds(100_000, -20, TRIAL_S, BATCH_S);
    expect(alarms()).toMatchObject([{ alarm: 'attester_behind' }]);
  });

  it('is no trouble when it attests in between, or when nobody asked for long', async () => {
    says = () => refusal('CHAIN_UNKNOWN');
    await rounds(56_000, TRIAL_S);
    says = () => ok(signed);
    await ask(TRIAL_S);
    says = () => refusal('CHAIN_UNKNOWN');
    await rounds(56_000, TRIAL_S);
    await clock.advance(3_600_000);
    await rounds(56_000, TRIAL_S);
    expect(alarms()).toEqual([]);
  });

  it('is told apart from one that lacks single trades, or refuses for good', async () => {
    for (const refused of [refusal('UNREPORTED', 7), refusal('VALID_TOO_LONG')]) {
      says = () => refused;
      await rounds(120_000, TRIAL_S);
    }
    expect(alarms()).toEqual([]);
  });
});

describe('an attester that does not answer', () => {
  it('alarms after ten seconds, each minute', async () => {
    says = () => reject('UNAVAILABLE', 'nobody');
    await rounds(88_000, TRIAL_S);
    expect(alarms()).toMatchObject([
      { alarm: 'attester_silent', silentMs: 16_000 },
      { alarm: 'attester_silent', silentMs: 80_000 },
    ]);
  });
});
