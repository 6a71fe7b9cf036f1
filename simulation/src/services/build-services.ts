import { type Address, hash, ZERO_AMOUNT } from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import type { ConversionRate } from '@exchange/core/message';
import type { Crypto, SigningDomain } from '@exchange/core/order';
import type { AttestationChecks } from '@exchange/core/settlement';
import type { AttesterKey, CosignerKey } from '@exchange/edge/keys';
import {
  type Clock,
  Prompts,
  Requester,
  SenderClocks,
  type Signal,
  silentTurnMetrics,
  Turn,
} from '@exchange/platform';
import { seededRandom } from '@exchange/test/kit';
import type { AccountDeps } from '../../../apps/account-service/src/account-deps';
import { AccountTurn } from '../../../apps/account-service/src/account-turn';
import { AccountGroup } from '../../../apps/account-service/src/groups/account-group';
import { type AccountSignal, TICK } from '../../../apps/account-service/src/inbox/signal/account-signal';
import { Vault } from '../../../apps/account-service/src/identity/vault';
import { Grants } from '../../../apps/account-service/src/login/grant';
import { AttesterHandler } from '../../../apps/attester/src/attester-handler';
import { silentAttesterMetrics } from '../../../apps/attester/src/attester-metrics';
import type { AttesterSignal } from '../../../apps/attester/src/inbox/round-signal';
import { AttesterRound } from '../../../apps/attester/src/round/attester-round';
import { ChainPoll } from '../../../apps/chain-watcher/src/chain-poll';
import { ChainWatcherHandler } from '../../../apps/chain-watcher/src/chain-watcher-handler';
import type { Scan } from '../../../apps/chain-watcher/src/scan/scan';
import { MarketDataHandler } from '../../../apps/market-data/src/market-data-handler';
import { engineHandler, reopenMarkets } from '../../../apps/matching-engine/src/engine';
import { RequestingAttester } from '../../../apps/settlement-service/src/attesting/requesting-attester';
import type { RoundSignal } from '../../../apps/settlement-service/src/inbox/round-signal';
import { silentSettlementMetrics } from '../../../apps/settlement-service/src/round/settlement-metrics';
import { SettlementRound } from '../../../apps/settlement-service/src/round/settlement-round';
import { Settlers } from '../../../apps/settlement-service/src/settlers/settlers';
import { SettlementHandler } from '../../../apps/settlement-service/src/settlement-handler';
import type { SimChain } from '../chain/sim-chain';
import { SimAttesterChain } from '../chain/sim-attester-chain';
import type { SimSettler } from '../chain/sim-keys';
import { type BuiltService, type ProcessPorts, serviceOf } from './service-process';

export const CONFIRMATIONS = 3;

/** The first fees: one tier for all, so that the auditor can tell every fee; its makers get rebates. */
export const FEE_SCHEDULE = [{ volume: 0n, makerPpm: -200, takerPpm: 2500 }];

/** What DAI and USDC are worth moves with the clock, and isn't always known. */
function simRates(now: number): ConversionRate[] {
  const step = Math.floor(now / 1_000) % 10;
  return ['DAI', 'USDC'].flatMap((token) =>
    ['ETH', 'USD'].map((currency) => {
      const rate = step === 9 ? null : `${currency === 'ETH' ? '0.005' : '1.00'}${step + 1}`;
      return { pair: token + currency, token, currency, rate, at: now };
    }),
  );
}

/** What services are built from beside their ports. */
export interface SimSettings {
  readonly domain: SigningDomain;
  readonly crypto: Crypto;
  readonly chain: SimChain;
  readonly settler: SimSettler;
  readonly attester: AttesterKey;
  readonly cosigner: CosignerKey;
  /** What the attester checks, if not all. */
  readonly checks?: AttestationChecks;
  readonly identity: Awaited<ReturnType<SimChain['identity']>>;
  readonly seed: string;
  /** How long a co-signed withdrawal can be mined; a minute if nothing else is said. */
  readonly withdrawalSeconds?: number;
  /** How long a trial of a batch is valid, where blocks are rare. */
  readonly trialSeconds?: number;
}

const metrics = silentTurnMetrics;
const GRANT_LIFETIME_MS = 30 * 24 * 3600 * 1000;

interface AccountPlace extends Pick<AccountDeps, 'group' | 'database' | 'moveTo'> {
  readonly sessions: string;
  readonly confirm?: () => Promise<void>;
}

/** The only process of account-service, with all accounts. */
export function buildAccountService(settings: SimSettings, ports: ProcessPorts): BuiltService {
  const { database } = ports;
  const own = { group: AccountGroup.WHOLE, database, moveTo: () => undefined, sessions: 'sessions' };
  const turn = accountTurn(settings, ports, own);
  return serviceOf(turn, { beside: async () => prompt(turn, ports.clock) });
}

/** A turn over some accounts, or all. `sessions`: names the random numbers of its session ids. */
export function accountTurn(
  { domain, crypto, seed, withdrawalSeconds = 60 }: SimSettings,
  ports: ProcessPorts,
  { sessions, confirm, ...own }: AccountPlace,
): Turn {
  const handler = new AccountTurn(
    {
      ...own,
      domain,
      crypto,
      signers: crypto,
      loginDomain: 'exchange.example',
      policy: { ...DEFAULT_POLICY, withdrawalSeconds, feeSchedule: FEE_SCHEDULE, feeNoticeSeconds: 1 },
      withdrawalCost: () => ZERO_AMOUNT,
      clock: ports.clock,
      entropy: seededRandom(`${seed} ${sessions}`),
      senders: new SenderClocks(ports.clock),
      grants: new Grants(new Uint8Array(32).fill(9), GRANT_LIFETIME_MS),
      saltOf: () => hash(`0x${'5a'.repeat(32)}`),
      vault: new Vault(new Uint8Array(32).fill(7), seededRandom(`${seed} vault`)),
      cachedAccounts: 4,
      noticesKeptMs: 3_600_000,
    },
    (subject, data) => ports.bus.publish(subject, data),
  );
  const { database } = own;
  return new Turn({ name: 'account-service', handler, metrics, ...ports, database, confirm, verify: true });
}

/** What time and market-data tell a turn of accounts. */
export function prompt(turn: Turn, clock: Clock): void {
  for (const rate of simRates(clock.now())) {
    const heard: AccountSignal = { kind: 'rate_heard', rate };
    turn.submit(heard);
  }
  turn.submit(TICK);
}

export function buildEngine(_: SimSettings, ports: ProcessPorts): BuiltService {
  const submit = (signal: Signal) => turn.submit(signal);
  const handler = engineHandler({ ...ports, submit, onLost: ports.onFatal }, { snapshotEvery: 20 });
  const turn: Turn = new Turn({ name: 'matching-engine', handler, metrics, ...ports, verify: true });
  const open = async () => {
    await turn.open();
    void reopenMarkets(turn).catch(ports.onFatal);
  };
  return { ...serviceOf(turn), open };
}

export function buildMarketData(_: SimSettings, ports: ProcessPorts): BuiltService {
  const handler = new MarketDataHandler(ports.database, ports.clock);
  return serviceOf(new Turn({ name: 'market-data', handler, metrics, ...ports, verify: true }));
}

export function buildChainWatcher(settings: SimSettings, ports: ProcessPorts): BuiltService {
  const { chain, domain, identity } = settings;
  const handler = new ChainWatcherHandler({
    database: ports.database,
    identity: () => identity,
    contract: domain.contract,
    startBlock: 1,
  });
  const turn = new Turn({ name: 'chain-watcher', handler, metrics, ...ports, verify: true });
  const prompts = new Prompts<Scan>();
  prompts.connect((signal, committed) => turn.submit(signal, committed));
  const { clock, log } = ports;
  const poll = new ChainPoll({
    reader: chain,
    known: handler.known,
    awaited: handler.awaited,
    traces: handler.traces,
    finality: () => CONFIRMATIONS,
    prompts,
    clock,
    log,
    patienceMs: 2000,
  });
  return serviceOf(turn, { beside: async () => void (await poll.poll()) });
}

export function buildSettlement(settings: SimSettings, ports: ProcessPorts): BuiltService {
  const { chain, domain, settler, trialSeconds = 5 } = settings;
  const { database, bus, log, clock } = ports;
  const handler = new SettlementHandler({
    ...{ chainId: domain.chainId, database, settlers: [settler.address] },
  });
  const turn = new Turn({ name: 'settlement-service', handler, metrics, ...ports, verify: true });
  const prompts = new Prompts<RoundSignal>();
  prompts.connect((signal, committed) => turn.submit(signal, committed));
  const limits = {
    batchTrades: 8,
    batchAgeMs: 500,
    inFlight: 3,
    validForSeconds: 120,
    trialSeconds,
    resendMs: 3_000,
    raiseFeeMs: 30_000,
    maxFeePerGas: 10n ** 12n,
    maxTip: 10n ** 10n,
    dearFeePerGas: 10n ** 12n,
    runwayBatches: 10,
    floorBatches: 2,
    awayMs: 30_000,
    lateTradeMs: 3_600_000,
  };
  const round = new SettlementRound({
    state: handler.state,
    chain,
    domain,
    settlers: new Settlers([settler], { chain, clock, log, limits, metrics: silentSettlementMetrics }),
    attester: new RequestingAttester({
      requester: new Requester(bus),
      sender: 'settlement-service',
      clock,
      log,
    }),
    prompts,
    clock,
    log,
    whileWriter: (work) => turn.whileWriter(work),
    metrics: silentSettlementMetrics,
    limits,
  });
  return serviceOf(turn, { beside: async () => void (await round.run()) });
}

/** How long batches may be valid, in seconds; trials less. */
export const ATTESTATION_LIMITS = { longestSeconds: 180, trialSeconds: 120 };

export function buildAttester(settings: SimSettings, ports: ProcessPorts): BuiltService {
  const { domain, attester, cosigner, checks } = settings;
  const { database, log, clock } = ports;
  const chain = new SimAttesterChain(settings.chain, CONFIRMATIONS);
  const limits = ATTESTATION_LIMITS;
  const handler = new AttesterHandler({
    ...{ database, domain, limits, attester, checks, clock, metrics: silentAttesterMetrics },
  });
  const turn = new Turn({ name: 'attester', handler, metrics, ...ports, verify: true });
  const prompts = new Prompts<AttesterSignal>();
  prompts.connect((signal, committed) => turn.submit(signal, committed));
  const round = new AttesterRound({
    ...{ state: handler.state, chain, domain, cosigner, prompts, log, metrics: silentAttesterMetrics },
  });
  return serviceOf(turn, { beside: async () => round.run() });
}

/** Every stateful service, by name. */
export const builders = {
  'account-service': buildAccountService,
  'matching-engine': buildEngine,
  'market-data': buildMarketData,
  'chain-watcher': buildChainWatcher,
  'settlement-service': buildSettlement,
  attester: buildAttester,
} as const;

/** A process: of account-service there may be a second one. */
export type SimServiceName = keyof typeof builders | 'account-service-2';

export interface Traded {
  readonly symbol: string;
  readonly contract: Address;
  readonly decimals: number;
}
