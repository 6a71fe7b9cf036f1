import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { address } from '@exchange/core/kernel';
import { JsonRpcProvider, NonceManager, Wallet } from 'ethers';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { decodeEvent, deployExchange, deployTestToken, encodeRegisterToken, revertName } from './index';

const FIRST_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

describe('deployment on a real chain', () => {
  let chain: ChildProcess;
  let provider: JsonRpcProvider;

  beforeAll(async () => {
    chain = spawn('node_modules/.bin/anvil', ['--port', '0', '--hardfork', 'cancun'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (chain.stdout === null) throw new Error('anvil has no output');
    for await (const line of createInterface({ input: chain.stdout })) {
      const port = /Listening on [^:]+:(\d+)/.exec(line)?.[1];
      if (port === undefined) continue;
      provider = new JsonRpcProvider(`http://127.0.0.1:${port}`, undefined, { cacheTimeout: -1 });
      break;
    }
  }, 30_000);

  afterAll(async () => {
    provider.destroy();
    chain.kill();
    await once(chain, 'exit');
  });

  it('tells its parameters, roles and first tokens as events', async () => {
    const lister = new NonceManager(new Wallet(FIRST_KEY, provider));
    const holder = (digit: string) => address(`0x${digit.repeat(40)}`);
    const config = {
      name: 'dex.blue',
      admin: holder('a'),
      adminDelay: 172_800,
      settler: holder('b'),
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

    const logs = await provider.getLogs({ address: exchange.address, fromBlock: exchange.blockNumber });
    const events = logs.map((log) => decodeEvent(log));
    expect(events).toContainEqual({ kind: 'RoleGranted', role: 'SETTLER', holder: config.settler });
    expect(events).toContainEqual({ kind: 'FeeCollectorChanged', feeCollector: config.feeCollector });
    expect(events).toContainEqual({ kind: 'MaxFeeChanged', maxFeeBps: 200 });
    expect(events).toContainEqual({ kind: 'TokenRegistered', id: 1, token: token.address });

    await expect(deployExchange(lister, config)).rejects.toThrow('already');
    const again = provider.call({
      from: config.lister,
      to: exchange.address,
      data: encodeRegisterToken(token.address),
    });
    const refusal = await again.then(
      () => undefined,
      (error: { readonly data: string }) => revertName(error.data),
    );
    expect(refusal).toBe('TokenNotEligible');
  }, 30_000);
});
