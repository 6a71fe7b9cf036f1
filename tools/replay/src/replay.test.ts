import { describe, expect, it } from '@jest/globals';
import { marketReport } from '@exchange/contract/bus';
import { memoryStore } from '@exchange/core/matching';
import { recordedInput } from '@exchange/core/message';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  type ProcessorStep,
  MarketProcessor,
} from '../../../apps/matching-engine/src/markets/market-processor';
import { OLD_RECORDING, RULES_2_RECORDING } from '../../../apps/matching-engine/test/old-record.fixture';
import { reportParts } from '../../../apps/matching-engine/src/outbox/market-report';
import { hashOf } from './market-replay';
import type { RecordedMarket, RecordedReport, RecordingSink } from './recording';
import { replayOptions } from './options';
import { readRecordingFile, RecordingFile } from './recording-file';
import { Replay } from './replay';

const MARKET = 'ETHDAI';
const accountOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;
const fees = { makerPpm: -200, takerPpm: 2_000, settlementFee: '7', rebateToken: 'buy' as const };

function place(id: number, side: 'buy' | 'sell', units: bigint): object {
  const [sell, buy] = side === 'sell' ? [units, 3n * units] : [3n * units, units];
  const amounts = { sellAmount: `${sell}`, buyAmount: `${buy}`, sellBook: `${sell}`, buyBook: `${buy}` };
  const origin = { gateway: 'ws-1', connection: 1, command: id, rid: id };
  const what = { orderId: id, account: accountOf(id), side, fees, leaveAt: 2_000_000_000 };
  return { kind: 'place', ...what, ...amounts, origin };
}

const TURNS: readonly (readonly object[])[] = [
  [
    {
      kind: 'rules',
      rules: {
        ...{ market: MARKET, index: 1, tradedDecimals: 18, quoteDecimals: 18 },
        ...{ minOrderRemaining: '0', minOrderRemainingQuote: '0' },
      },
    },
    { kind: 'status', status: 'open' },
  ],
  [place(1, 'sell', 50_000n), place(2, 'sell', 70_000n)],
  [{ kind: 'time', now: 1_700_000_000 }],
  [place(3, 'buy', 90_000n)],
  [{ kind: 'cancel', orderId: 2, account: accountOf(2), reason: 'owner' }],
];

/** Members in another order: what a column for JSON may do. */
const shuffled = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ),
  ) as T;

/** What an engine records and publishes of these turns. */
function recorded(): { market: RecordedMarket; reports: RecordedReport[] } {
  const processor = new MarketProcessor(MARKET);
  const published: string[] = [];
  const reports = TURNS.map((turn, index): RecordedReport => {
    const at = 1_700_000_000_000 + index;
    const inputs = turn.map((input) => ({ at, input }));
    processor.take(
      inputs.map((input) => recordedInput.read(input)),
      at,
    );
    const done: ProcessorStep[] = [];
    for (let step = processor.step(); step !== undefined; step = processor.step()) done.push(step);
    for (const { content } of reportParts(MARKET, at, done, processor.rulesVersion)) {
      const message = { ...content, seq: published.length + 1 };
      published.push(hashOf(marketReport.encode(message as Parameters<typeof marketReport.encode>[0])));
    }
    return { number: index + 1, at, inputs: shuffled(inputs), steps: done.length, stateHash: processor.hash };
  });
  return { market: { market: MARKET, reports: reports.length, published }, reports };
}

async function give(sink: RecordingSink, { market, reports } = recorded()): Promise<void> {
  await sink.begin(market);
  for (const report of reports) await sink.report(report);
}

async function replayed(recording = recorded(), book = 'fast') {
  const { newStore } = replayOptions(['--file', import.meta.filename, '--book', book], {});
  const replay = new Replay(newStore);
  await give(replay, recording);
  return replay.findings()[0];
}

describe('replaying what an engine recorded', () => {
  it.each(['fast', 'naive'])('makes the bytes that were published, with the %s book', async (book) => {
    const finding = await replayed(recorded(), book);
    expect(finding).toMatchObject({
      market: MARKET,
      reports: 5,
      inputs: 7,
      trades: 2,
      difference: undefined,
      stateDifference: undefined,
    });
    expect(finding?.messages).toBe(recorded().market.published.length);
  });

  it.each([
    ['fast', 1],
    ['naive', 1],
    ['fast', 2],
    ['naive', 2],
  ] as const)(
    'makes what an older program published, by its rules, with the %s book: version %i',
    async (book, version) => {
      const recording = { 1: OLD_RECORDING, 2: RULES_2_RECORDING }[version];
      const { newStore } = replayOptions(['--file', recording, '--book', book], {});
      const replay = new Replay(newStore);
      await readRecordingFile(recording, replay);
      const findings = replay.findings();
      expect(findings.map(({ market }) => market)).toEqual(
        version === 1 ? ['OLD1QUOT', 'OLD2QUOT', 'OLD3QUOT'] : ['OLD4QUOT', 'OLD5QUOT', 'OLD6QUOT'],
      );
      for (const finding of findings)
        expect(finding).toMatchObject({ difference: undefined, stateDifference: undefined });
    },
  );

  it('says which books there are', () => {
    const options = ['--file', import.meta.filename, '--book', 'quick'];
    expect(() => replayOptions(options, {})).toThrow('--book takes fast or naive.');
  });

  it('names the first message, state or report that is otherwise', async () => {
    const { market, reports } = recorded();
    const change = (index: number, changed: Partial<RecordedReport>) =>
      reports.map((report, at) => (at === index ? { ...report, ...changed } : report));
    const differenceOf = async (recording: ReturnType<typeof recorded>) =>
      (await replayed(recording))?.difference;
    const [opened = '', ...later] = market.published;
    expect(
      await differenceOf({ market: { ...market, published: [opened, ...later.reverse()] }, reports }),
    ).toMatch(/^message 2, of report 2, has other bytes/);
    expect(await differenceOf({ market: { ...market, published: [opened] }, reports })).toMatch(
      /never published/,
    );
    expect(
      await differenceOf({ market: { ...market, published: [...market.published, opened] }, reports }),
    ).toMatch(/messages were made, published were/);
    const otherState = await replayed({ market, reports: change(3, { stateHash: '0' }) });
    expect(otherState).toMatchObject({ difference: undefined, reports: 5 });
    expect(otherState?.stateDifference).toMatch(/^after report 4/);
    expect(await differenceOf({ market, reports: change(3, { inputs: [] }) })).toMatch(
      /^report 4 has 0 steps/,
    );
    expect(await differenceOf({ market, reports: change(3, { at: 5 }) })).toMatch(/has other bytes/);
    await expect(replayed({ market, reports: reports.slice(1) })).rejects.toThrow(
      'Report 1 of ETHDAI is not',
    );
  });

  it('is the same from a file, which is refused when it is not whole', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'replay-'));
    const file = path.join(folder, 'recording');
    try {
      const writer = new RecordingFile(file);
      await give(writer);
      await writer.close();
      const replay = new Replay(memoryStore);
      await readRecordingFile(file, replay);
      expect(replay.findings()).toEqual([await replayed()]);

      writeFileSync(file, readFileSync(file).subarray(0, -40));
      await expect(readRecordingFile(file, new Replay(memoryStore))).rejects.toThrow('is no whole recording');
      writeFileSync(file, 'something else');
      await expect(readRecordingFile(file, new Replay(memoryStore))).rejects.toThrow('is no whole recording');
      await expect(readRecordingFile(`${file}.none`, new Replay(memoryStore))).rejects.toThrow('ENOENT');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
