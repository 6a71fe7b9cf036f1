import { address, assert } from '@exchange/core/kernel';
import { DEFAULT_POLICY, type LedgerPolicy } from '@exchange/core/ledger';
import { feeSchedule } from '@exchange/edge/deployment';
import { type HostParts, PlatformModule } from '@exchange/edge/service-host';
import {
  createCrypto,
  endOf,
  keyedHash,
  reportSkews,
  secretKey,
  SenderClocks,
  type Log,
  type NativeCrypto,
  type SignerRecovery,
  SignerThreads,
  systemEntropy,
  Turn,
} from '@exchange/platform';
import { availableParallelism } from 'node:os';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountTurn } from './account-turn';
import { ClockTicks } from './clock-ticks';
import type { AccountServiceConfig } from './config';
import { withdrawalCost } from './fees/gas-cost';
import { GroupHost } from './groups/group-host';
import { LedgerMeters, measureGroups } from './ledger-meters';
import type { OwnPlace, ServedGroup } from './groups/group-runner';
import { Vault, vaultKey } from './identity/vault';
import { Grants } from './login/grant';
import { migrations, tables, upkeep } from './persistence';
import { RateFeed } from './rates/rate-feed';

const HOUR_MS = 3_600_000;
/** A thread recovers several times as many signers as a turn decides orders; on one core it would only be in the way. */
const threads = () => Math.min(1, availableParallelism() - 1);

@Module({})
export class AccountServiceModule {
  /** `signersThread`: the program of a thread that recovers signers; without it they are recovered on this one. */
  static with(config: AccountServiceConfig, signersThread?: URL): DynamicModule {
    const host = (parts: HostParts) => makeHost(config, parts, signersThread);
    const platform = PlatformModule.forHost({
      name: 'account-service',
      config,
      tables,
      migrations,
      upkeep,
      host,
    });
    return { module: AccountServiceModule, imports: [platform] };
  }
}

function policyOf(config: AccountServiceConfig): LedgerPolicy {
  const { fees, feeNoticeSeconds, maxFeeBps, settlementFee, settlementGas } = config;
  const { withdrawalSeconds, withdrawalShareBps } = config;
  assert(withdrawalShareBps > 0, 'WITHDRAWAL_SHARE_BPS must be above 0');
  return {
    ...DEFAULT_POLICY,
    ...{ withdrawalSeconds, withdrawalShareBps, maxFeeBps, feeSchedule: feeSchedule(fees, maxFeeBps) },
    feeNoticeSeconds,
    settlementGas: settlementFee ? settlementGas : 0,
  };
}

/** What all groups of the process use together. */
interface Signing {
  readonly crypto: NativeCrypto;
  readonly signers: SignerRecovery;
}

interface GroupParts extends HostParts {
  readonly senders: SenderClocks;
  readonly signing: Promise<Signing>;
  readonly ledgers: LedgerMeters;
}

async function openSigning(log: Log, thread: URL | undefined): Promise<Signing> {
  const crypto = await createCrypto();
  return { crypto, signers: thread ? new SignerThreads(thread, threads(), crypto, log) : crypto };
}

function makeHost(config: AccountServiceConfig, parts: HostParts, signersThread: URL | undefined): GroupHost {
  const { log, readiness, clock, meters } = parts;
  // One for all groups, whichever come and go: its metrics can be registered once.
  const senders = new SenderClocks(clock, reportSkews(meters, { log, clock }));
  const signing = openSigning(log, signersThread);
  const ledgers = new LedgerMeters(meters);
  const onFatal = (error: Error) => {
    log.fatal(endOf(error), 'this process can’t go on with its groups, it ends');
    process.exit(1);
  };
  const host = new GroupHost({
    ...{ ...parts, groups: config.groups, instance: config.instance, leaseMs: config.leaseMs, onFatal },
    serve: (own) => serveGroup(config, { ...parts, senders, signing, ledgers }, own),
  });
  readiness.tell('groups', () => host.roles);
  measureGroups(meters, host);
  return host;
}

async function serveGroup(
  config: AccountServiceConfig,
  parts: GroupParts,
  { confirm, ...own }: OwnPlace,
): Promise<ServedGroup> {
  const { bus, clock, log, metrics, requester } = parts;
  const handler = await makeHandler(config, parts, own);
  // The error was logged by the turn; nothing in this process may be trusted to tidy up after it.
  const onFatal = () => process.exit(1);
  const { database } = own;
  const turn = new Turn({
    name: 'account-service',
    handler,
    database,
    bus,
    clock,
    log,
    metrics,
    onFatal,
    confirm,
  });
  const ticks = new ClockTicks(turn, clock);
  const unwatch = parts.ledgers.watch(handler.book);
  const rates = new RateFeed({ bus, requester, turn, clock, chainId: config.chainId });
  return {
    turn,
    begin: async () => {
      ticks.start();
      await rates.start();
    },
    end: async () => {
      unwatch();
      ticks.stop();
      await rates.stop();
    },
  };
}

async function makeHandler(
  config: AccountServiceConfig,
  { bus, clock, senders, signing }: GroupParts,
  own: Omit<OwnPlace, 'confirm'>,
): Promise<AccountTurn> {
  const { exchangeName: name, chainId, contract } = config;
  const solvencyKey = secretKey('SOLVENCY_KEY', config.solvencyKey);
  const handler: AccountTurn = new AccountTurn(
    {
      domain: { name, chainId, contract: address(contract) },
      loginDomain: config.loginDomain,
      policy: policyOf(config),
      ...(await signing),
      withdrawalCost: (token) =>
        withdrawalCost(handler.book, config.withdrawalFee ? config.withdrawalGas : 0, token),
      ...own,
      clock,
      entropy: systemEntropy,
      grants: new Grants(secretKey('GRANT_KEY', config.grantKey), config.grantHours * HOUR_MS),
      saltOf: (account) => keyedHash(solvencyKey, account),
      senders,
      vault: new Vault(vaultKey(config.vaultKey), systemEntropy),
      cachedAccounts: config.cachedAccounts,
      noticesKeptMs: config.noticesKeptMs,
    },
    (subject, data) => bus.publish(subject, data),
  );
  return handler;
}
