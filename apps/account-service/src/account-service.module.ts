import { address, assert } from '@exchange/core/kernel';
import { DEFAULT_POLICY, type LedgerPolicy } from '@exchange/core/ledger';
import { feeSchedule } from '@exchange/edge/deployment';
import {
  BUS,
  type Bus,
  CLOCK,
  type Clock,
  createCrypto,
  PlatformModule,
  reportSkews,
  REQUESTER,
  type Requester,
  SenderClocks,
  TURN,
  type Turn,
  type ServiceParts,
  systemEntropy,
} from '@exchange/platform';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { AccountTurn } from './account-turn';
import { ClockTicks } from './clock-ticks';
import type { AccountServiceConfig } from './config';
import { withdrawalCost } from './fees/gas-cost';
import { Vault, vaultKey } from './identity/vault';
import { Grants, grantKey } from './login/grant';
import { migrations, tables, upkeep } from './persistence';
import { RateFeed } from './rates/rate-feed';

const HOUR_MS = 3_600_000;

@Module({})
export class AccountServiceModule {
  static with(config: AccountServiceConfig): DynamicModule {
    const handler = (parts: ServiceParts) => makeHandler(config, parts);
    const platform = PlatformModule.forService({
      name: 'account-service',
      config,
      tables,
      migrations,
      upkeep,
      handler,
    });
    return { module: AccountServiceModule, imports: [platform], providers: [ClockTicks, rateFeed(config)] };
  }
}

const rateFeed = ({ chainId }: AccountServiceConfig): Provider => ({
  provide: RateFeed,
  useFactory: (bus: Bus, requester: Requester, turn: Turn, clock: Clock) =>
    new RateFeed({ bus, requester, turn, clock, chainId }),
  inject: [BUS, REQUESTER, TURN, CLOCK],
});

function policyOf(config: AccountServiceConfig): LedgerPolicy {
  const { fees, maxFeeBps, settlementFee, settlementGas, withdrawalSeconds, withdrawalShareBps } = config;
  assert(withdrawalShareBps > 0, 'WITHDRAWAL_SHARE_BPS must be above 0');
  return {
    ...DEFAULT_POLICY,
    ...{ withdrawalSeconds, withdrawalShareBps, maxFeeBps, feeSchedule: feeSchedule(fees, maxFeeBps) },
    settlementGas: settlementFee ? settlementGas : 0,
  };
}

async function makeHandler(config: AccountServiceConfig, parts: ServiceParts): Promise<AccountTurn> {
  const { database, bus, clock, log, registry } = parts;
  const { exchangeName: name, chainId, contract } = config;
  const handler: AccountTurn = new AccountTurn(
    {
      domain: { name, chainId, contract: address(contract) },
      loginDomain: config.loginDomain,
      policy: policyOf(config),
      crypto: await createCrypto(),
      withdrawalCost: (token) =>
        withdrawalCost(handler.book, config.withdrawalFee ? config.withdrawalGas : 0, token),
      database,
      clock,
      entropy: systemEntropy,
      grants: new Grants(grantKey(config.grantKey), config.grantHours * HOUR_MS),
      senders: new SenderClocks(clock, reportSkews(registry, { log, clock })),
      vault: new Vault(vaultKey(config.vaultKey), systemEntropy),
      cachedAccounts: config.cachedAccounts,
      noticesKeptMs: config.noticesKeptMs,
    },
    (subject, data) => bus.publish(subject, data),
  );
  return handler;
}
