import { address, ZERO_AMOUNT } from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import { createCrypto, PlatformModule, type ServiceParts, systemEntropy } from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountTurn } from './account-turn';
import { ClockTicks } from './clock-ticks';
import type { AccountServiceConfig } from './config';
import { Grants, grantKey } from './login/grant';
import { migrations, tables } from './persistence';

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
      handler,
    });
    return { module: AccountServiceModule, imports: [platform], providers: [ClockTicks] };
  }
}

async function makeHandler(config: AccountServiceConfig, parts: ServiceParts): Promise<AccountTurn> {
  const { database, bus, clock, log } = parts;
  const { exchangeName: name, chainId, contract, withdrawalSeconds, maxFeeBps } = config;
  return new AccountTurn(
    {
      domain: { name, chainId, contract: address(contract) },
      loginDomain: config.loginDomain,
      policy: { ...DEFAULT_POLICY, withdrawalSeconds, maxFeeBps },
      crypto: await createCrypto(),
      withdrawalCost: () => ZERO_AMOUNT,
      database,
      clock,
      entropy: systemEntropy,
      grants: new Grants(grantKey(config.grantKey), config.grantHours * HOUR_MS),
      log,
      cachedAccounts: config.cachedAccounts,
      noticesKeptMs: config.noticesKeptMs,
    },
    (subject, data) => bus.publish(subject, data),
  );
}
