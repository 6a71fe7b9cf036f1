import type { Finality } from '@exchange/contract/chain';
import type { Address } from '@exchange/core/kernel';
import { Prompts, silentTurnMetrics, Turn } from '@exchange/platform';
import {
  type FakeClock,
  KeptLog,
  type MemoryBroker,
  MemoryDatabase,
  type MemoryStore,
} from '@exchange/test/kit';
import { ChainPoll } from '../src/chain-poll';
import { ChainWatcherHandler } from '../src/chain-watcher-handler';
import type { ChainReader } from '../src/scan/chain-reader';
import type { Scan } from '../src/scan/scan';
import { someAddress } from './memory-chain.fixture';

export const PATIENCE_MS = 5_000;

/** What a watcher runs on. */
export interface WatcherWorld {
  readonly clock: FakeClock;
  readonly broker: MemoryBroker;
  readonly store: MemoryStore;
  readonly chain: ChainReader;
}

export interface WatcherOptions {
  readonly startBlock?: number;
  readonly contract?: Address;
  readonly finality?: Finality;
  readonly patienceMs?: number;
  /** Hears of each look at the chain. */
  readonly onScan?: (scan: Scan) => void;
}

/** The watcher with its record and its log in memory. */
export async function startWatcher(
  { clock, broker, store, chain }: WatcherWorld,
  {
    startBlock = 1,
    contract = someAddress('cc'),
    finality = 2,
    patienceMs = PATIENCE_MS,
    onScan,
  }: WatcherOptions = {},
) {
  const database = new MemoryDatabase(store);
  const identity = await chain.identity();
  const handler = new ChainWatcherHandler({
    database,
    identity: () => identity,
    contract,
    startBlock,
  });
  const bus = broker.connect('chain-watcher');
  const log = new KeptLog();
  const onFatal = (error: Error) => {
    throw error;
  };
  const turn = new Turn({
    ...{ name: 'chain-watcher', handler, database, bus, clock, log, onFatal, verify: true },
    metrics: silentTurnMetrics,
  });
  await turn.start();
  const prompts = new Prompts<Scan>();
  prompts.connect((signal, committed) => {
    onScan?.(signal);
    turn.submit(signal, committed);
  });
  const { known, awaited, traces } = handler;
  const poll = new ChainPoll({
    ...{ reader: chain, known, awaited, traces, finality: () => finality, prompts, clock, log, patienceMs },
  });
  const pollAll = async () => {
    while (await poll.poll());
    await turn.published();
  };
  return { turn, poll, pollAll, known, bus };
}
