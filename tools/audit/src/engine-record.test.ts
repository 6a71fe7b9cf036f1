import { describe, expect, it } from '@jest/globals';
import { address, amount, orderId } from '@exchange/core/kernel';
import { RULES_VERSION } from '@exchange/core/matching';
import { recordedInput } from '@exchange/core/message';
import { MarketProcessor } from '../../../apps/matching-engine/src/markets/market-processor';
import { encodeProcessor } from '../../../apps/matching-engine/src/snapshots/snapshot-format';
import { type OldReport, readOldRecord } from '../../../apps/matching-engine/test/old-record.fixture';
import type { Moment } from '../../kit/running/moment';
import { replayMarket } from './engine-record';

const MARKET = 'OLD1QUOT';
const fees = { makerPpm: 0, takerPpm: 0, settlementFee: amount(0n), rebateToken: 'sell' } as const;
const tokens = (count: number) => amount(BigInt(count) * 10n ** 18n);

interface Row {
  readonly number: string;
  readonly at: string;
  readonly inputs: readonly unknown[];
  readonly steps: string;
  readonly state_hash: string;
  readonly rules_version: string | null;
}

/** A record that began with an older program, and went on by newer rules: orders that end, wait for an edit and come back. */
function record(snapshotAfter: number): { rows: Row[]; parts: Uint8Array[] } {
  const processor = new MarketProcessor(MARKET);
  const rows: Row[] = [];
  let parts: Uint8Array[] = [];
  const report = (at: number, inputs: readonly unknown[], known?: OldReport) => {
    processor.take(
      inputs.map((input) => recordedInput.read(input)),
      at,
    );
    let steps = 0;
    while (steps < (known?.steps ?? Infinity) && processor.step() !== undefined) steps += 1;
    const version = known === undefined ? `${processor.rulesVersion}` : null;
    const shown = { number: `${rows.length + 1}`, at: `${at}`, inputs, steps: `${steps}` };
    rows.push({ ...shown, state_hash: processor.hash, rules_version: version });
    if (rows.length === snapshotAfter) parts = [...encodeProcessor(processor.snapshot())];
  };
  for (const old of readOldRecord(MARKET).reports) report(old.at, old.inputs, old);
  const last = Number(rows.at(-1)?.at);
  const now = { rulesVersion: { at: last, input: { kind: 'rules_version', version: RULES_VERSION } } };
  const open = { at: last, input: { kind: 'status', status: 'open' } };
  const expiresAt = Math.floor(last / 1000) + 100;
  const place = (id: number, side: 'buy' | 'sell', offered: number, at: number) => {
    const book = {
      sellBook: tokens(offered),
      buyBook: tokens(offered),
      sellAmount: tokens(10),
      buyAmount: tokens(10),
    };
    const of = {
      orderId: orderId(id),
      account: address(`0x${`${id}`.padStart(40, '0')}`),
      side,
      fees,
      expiresAt,
    };
    return recordedInput.write({ at, input: { kind: 'place', ...of, ...book } });
  };
  report(last, [now.rulesVersion, open, { at: last, input: { kind: 'restarting', restarting: false } }]);
  // The clock of the second is an hour ahead, and ends nobody.
  report(last + 10, [place(901, 'sell', 2, last), place(902, 'buy', 3, last + 3_600_000)]);
  report(last + 200_000, [place(903, 'buy', 1, last + 200_000)]);
  return { rows, parts };
}

const momentOf = ({ rows, parts }: ReturnType<typeof record>, snapshotAfter: number): Moment =>
  ({
    rows: async (sql: string, values: readonly unknown[]) =>
      sql.includes('snapshot_part')
        ? parts.map((data) => ({ number: `${snapshotAfter}`, data }))
        : rows.filter(({ number }) => Number(number) > Number(values[1])),
  }) as unknown as Moment;

describe('the record of an engine, done again by the rules alone', () => {
  it.each([0, 40, 65])(
    'comes to what was recorded, across a change of rules (snapshot after %s)',
    async (after) => {
      const made = record(after);
      const { state, differsAt } = await replayMarket(momentOf(made, after), MARKET);
      expect(differsAt).toBeUndefined();
      expect(state?.rulesVersion).toBe(RULES_VERSION);
      expect(made.rows.length).toBeGreaterThan(65);
    },
  );

  it('names the report whose state or whose version of the rules is another', async () => {
    const made = record(0);
    const change = (number: number, row: Partial<Row>) => ({
      ...made,
      rows: made.rows.map((known) => (known.number === `${number}` ? { ...known, ...row } : known)),
    });
    const differsAt = async (changed: typeof made) =>
      (await replayMarket(momentOf(changed, 0), MARKET)).differsAt;
    expect(await differsAt(change(30, { state_hash: '0'.repeat(16) }))).toBe(30);
    expect(await differsAt(change(20, { rules_version: '2' }))).toBe(20);
    expect(await differsAt(change(made.rows.length, { at: '1' }))).toBe(made.rows.length);
  });
});
