import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { address, present } from '@exchange/core/kernel';
import { FUNDED_KEYS, startAnvil, type TestChain } from '../servers/start-anvil';
import { NonceManager, Wallet } from 'ethers';
import {
  decodeEvent,
  deployExchange,
  deployTestToken,
  encodeRegisterToken,
  newestState,
  requireOwnRole,
  revertName,
} from '@exchange/contract/chain';

describe('deployment on a real chain', () => {
  let chain: TestChain;

  beforeAll(async () => {
    chain = await startAnvil();
  });
  afterAll(async () => chain.stop());

  it('tells its parameters, roles and first tokens as events', async () => {
    const lister = new NonceManager(new Wallet(FUNDED_KEYS[0], chain.provider));
    const holder = (digit: string) => address(`0x${digit.repeat(40)}`);
    const config = {
      name: 'dex.blue',
      admin: holder('a'),
      settlers: [holder('b'), holder('8')],
      attester: holder('9'),
      coSigner: holder('c'),
      lister: address(await lister.getAddress()),
      guardian: holder('d'),
      feeCollector: holder('e'),
      waitingPeriod: 86_400,
      maxFeeBps: 200,
    };
    const exchange = await deployExchange(lister, config);
    const token = await deployTestToken(lister, { name: 'Dai', symbol: 'DAI', decimals: 18 });
    await (
      await lister.sendTransaction({ to: exchange.address, data: encodeRegisterToken(token.address) })
    ).wait();

    const logs = await chain.provider.getLogs({ address: exchange.address, fromBlock: exchange.blockNumber });
    const events = logs.map((log) => decodeEvent(log));
    expect(events).toContainEqual({ kind: 'RoleGranted', role: 'ATTESTER', holder: config.attester });
    expect(events).toContainEqual({ kind: 'RoleGranted', role: 'SETTLER', holder: holder('8') });
    expect(events).toContainEqual({ kind: 'FeeCollectorChanged', feeCollector: config.feeCollector });
    expect(events).toContainEqual({
      kind: 'MaxFeeChanged',
      maxFeeBps: 200,
      effectiveAt: present(await chain.provider.getBlock(exchange.blockNumber), 'block').timestamp,
    });
    expect(events).toContainEqual({ kind: 'TokenRegistered', id: 1, token: token.address });

    await expect(deployExchange(lister, config)).rejects.toThrow('already');
    const again = chain.provider.call({
      from: config.lister,
      to: exchange.address,
      data: encodeRegisterToken(token.address),
    });
    const refusal = await again.then(
      () => undefined,
      (error: { readonly data: string }) => revertName(error.data),
    );
    expect(refusal).toBe('TokenNotEligible');

    const { provider } = chain;
    const place = { chainId: 31_337n, name: config.name, contract: exchange.address };
    await requireOwnRole(newestState(provider), place, 'SETTLER', config.settlers[0] ?? config.admin);
    const some = [config.attester, ...config.settlers] as const;
    await requireOwnRole(newestState(provider), place, 'SETTLER', ...some);
    await expect(requireOwnRole(newestState(provider), place, 'SETTLER', config.attester)).rejects.toThrow(
      /is not as it must be\. role SETTLER of 0x.*: not granted instead of granted$/,
    );
    const named = requireOwnRole(
      newestState(provider),
      { ...place, name: 'other' },
      'ATTESTER',
      config.attester,
    );
    await expect(named).rejects.toThrow(/name in what is signed: another one instead of "other"/);
    const absent = requireOwnRole(
      newestState(provider),
      { ...place, contract: config.admin },
      'LISTER',
      config.lister,
    );
    await expect(absent).rejects.toThrow(/^there is no contract on the chain: code of the exchange/);
  });
});
