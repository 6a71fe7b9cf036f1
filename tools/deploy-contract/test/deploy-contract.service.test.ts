import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CREATE2_FACTORY,
  creationsOf,
  deployCreations,
  exchangeInterface,
  roleHash,
  systemPlan,
  timelockInterface,
} from '@exchange/contract/chain';
import { startAnvil, type TestChain } from '@exchange/test/kit';
import { AbiCoder, encryptKeystoreJson, HDNodeWallet, keccak256, NonceManager, ZeroHash } from 'ethers';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../src/config-file';
import { until } from '../../kit/until';
import { deploy } from '../src/deploy';
import type { DeployOptions } from '../src/options';
import type { Run } from '../src/run';
import { verify } from '../src/verify';

const MNEMONIC = 'test test test test test test test test test test test junk';
const walletAt = (index: number) => HDNodeWallet.fromPhrase(MNEMONIC, undefined, `m/44'/60'/0'/0/${index}`);
const [deployer, admin] = [walletAt(0), walletAt(1)];
const key = (digit: string) => `0x${digit.repeat(40)}`;

const roles = {
  ...{ chainId: 31_337, name: 'Exchange' },
  admin: { timelock: { delay: 172_800, proposers: [admin.address], executors: 'anyone' } },
  ...{ settlers: [key('2'), key('3')], attester: key('4'), coSigner: key('5'), lister: key('6') },
  ...{ guardian: walletAt(7).address, feeCollector: key('8'), waitingPeriod: 86_400, maxFeeBps: 200 },
};

describe('the tool that deploys the contracts', () => {
  let chain: TestChain;
  let folder: string;
  let clean: string;
  let said: string[];

  beforeAll(async () => {
    chain = await startAnvil();
    chain.provider.pollingInterval = 50;
    folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-deploy-'));
    const { address, privateKey } = deployer;
    const scrypt = { N: 1024, r: 8, p: 1 };
    writeFileSync(file('key.json'), await encryptKeystoreJson({ address, privateKey }, 'secret', { scrypt }));
    writeFileSync(file('password'), 'secret\n');
  });
  afterAll(async () => {
    await chain.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    clean = await chain.snapshot();
    said = [];
  });
  afterEach(async () => {
    await chain.automine(true);
    await chain.revert(clean);
    rmSync(file('out'), { recursive: true, force: true });
  });

  const file = (name: string) => path.join(folder, name);
  const text = () => said.join('\n');

  function run(change: Partial<DeployOptions> = {}, config: object = roles): Run {
    const options = {
      ...{ verify: false, config: 'roles.json', rpc: chain.url, from: undefined, deployment: undefined },
      ...{ keystore: file('key.json'), passwordFile: file('password'), out: file('out'), send: true },
    };
    return {
      options: { ...options, ...change },
      config: readConfig(JSON.stringify(config)),
      provider: chain.provider,
      say: (line) => said.push(line),
    };
  }
  const plan = () => systemPlan(31_337n, readConfig(JSON.stringify(roles)).system);
  const signer = () => new NonceManager(deployer.connect(chain.provider));
  const deployment = () =>
    JSON.parse(readFileSync(file('out/deployment.json'), 'utf8')) as Record<string, unknown>;

  async function send(wallet: HDNodeWallet, name: string, ...values: unknown[]): Promise<void> {
    const data = exchangeInterface.encodeFunctionData(name, values);
    await (
      await wallet.connect(chain.provider).sendTransaction({ to: plan().exchange.address, data })
    ).wait();
  }

  it('says what would be done and what it costs, and sends nothing', async () => {
    const before = await chain.provider.getBlockNumber();
    await deploy(run({ send: false }));
    expect(await chain.provider.getBlockNumber()).toBe(before);
    for (const { contract, address } of creationsOf(plan())) {
      expect(text()).toMatch(new RegExp(`${contract} +${address} +\\d+ +0\\.\\d+ ETH`));
    }
    expect(text()).toMatch(/together +\d{7} +0\.\d+ ETH/);
    expect(text()).toContain('Nothing was sent');
    expect(existsSync(file('out/deployment.json'))).toBe(false);
    expect(existsSync(file('out/verification/standard-input.json'))).toBe(true);
  });

  it('puts everything at the addresses that it said, and verifies it', async () => {
    await deploy(run());
    const { exchange, timelock, lens } = plan();
    expect(deployment()).toMatchObject({
      ...{ chainId: 31_337, contract: exchange.address, timelock: timelock?.address, lens: lens.address },
    });
    expect(text()).toContain('Everything is as wanted.');
    expect(text()).toMatch(new RegExp(`ok +SETTLER +${key('2')} ${key('3')}`));
    expect(text()).toMatch(new RegExp(`ok +DEFAULT_ADMIN +${timelock?.address}`));
    expect(text()).toMatch(new RegExp(`ok +timelock: admin +${timelock?.address}`));
    expect(text()).toMatch(/ok +the timelock's delay +172800/);
    const contracts = JSON.parse(readFileSync(file('out/verification/contracts.json'), 'utf8')) as unknown[];
    expect(contracts).toHaveLength(4);
  });

  it('goes on where it was cut off, also when a transaction was on its way', async () => {
    const creations = creationsOf(plan());
    for await (const { receipt } of deployCreations(signer(), creations.slice(0, 1))) {
      expect(receipt).toBeDefined();
    }
    // Sent, and not mined when the run ends.
    await chain.automine(false);
    await signer().sendTransaction({ to: CREATE2_FACTORY, data: creations[1]?.data ?? '' });
    const resumed = deploy(run());
    await until(() => Promise.resolve(text().includes('on their way') || undefined), {
      ...{ everyMs: 20, timeoutMs: 10_000, failure: text },
    });
    await chain.automine(true);
    await chain.mine();
    await resumed;
    expect(text()).toContain('waiting for 1 transactions of');
    expect(text()).toContain('TimelockController is at');
    expect(said.filter((line) => line.includes(' already'))).toHaveLength(2);
    expect(said.filter((line) => line.includes(' now, by transaction '))).toHaveLength(2);
    expect(text()).toContain('Everything is as wanted.');

    said = [];
    rmSync(file('out/deployment.json'));
    await deploy(run());
    expect(said.filter((line) => line.includes(' already'))).toHaveLength(4);
    // The block is found again.
    rmSync(file('out/deployment.json'));
    await verify(run());
  });

  it('finds a grant, a loss, and a parameter that nobody wanted', async () => {
    const plain = { ...roles, admin: { key: admin.address } };
    await deploy(run({}, plain));
    const at = systemPlan(31_337n, readConfig(JSON.stringify(plain)).system).exchange.address;
    const call = async (name: string, ...values: unknown[]) => {
      const data = exchangeInterface.encodeFunctionData(name, values);
      await (await admin.connect(chain.provider).sendTransaction({ to: at, data })).wait();
    };
    await call('grantRole', roleHash('SETTLER'), key('9'));
    await expect(verify(run({}, plain))).rejects.toThrow(
      `SETTLER: ${key('2')} ${key('3')} ${key('9')} instead of`,
    );
    await call('revokeRole', roleHash('SETTLER'), key('9'));
    await verify(run({}, plain));
    await call('revokeRole', roleHash('ATTESTER'), key('4'));
    await expect(verify(run({}, plain))).rejects.toThrow(`ATTESTER: nobody instead of ${key('4')}`);
    await call('grantRole', roleHash('ATTESTER'), key('4'));
    await call('grantRole', `0x${'7'.repeat(64)}`, key('9'));
    await expect(verify(run({}, plain))).rejects.toThrow(
      `role 0x${'7'.repeat(64)}: ${key('9')} instead of nobody`,
    );
    await call('setWaitingPeriod', 3_600);
    await expect(verify(run({}, plain))).rejects.toThrow('waiting period: 3600 instead of 86400');
  });

  it('tells what the timelock has announced and may still do, and warns of what is grave', async () => {
    await deploy(run());
    const { exchange, timelock } = plan();
    const at = timelock?.address ?? '';
    expect(text()).toContain('The timelock has announced nothing that is still open.');
    const own = async (name: string, ...values: unknown[]) => {
      const data = timelockInterface.encodeFunctionData(name, values);
      await (await admin.connect(chain.provider).sendTransaction({ to: at, data })).wait();
    };
    const call = (name: string, ...values: unknown[]) => exchangeInterface.encodeFunctionData(name, values);
    const one = (target: string, data: string) => [target, 0, data, ZeroHash, ZeroHash] as const;
    const nameOf = (...[target, value, data, before, salt]: ReturnType<typeof one>) =>
      keccak256(
        AbiCoder.defaultAbiCoder().encode(
          ['address', 'uint256', 'bytes', 'bytes32', 'bytes32'],
          [target, value, data, before, salt],
        ),
      );
    const grant = one(exchange.address, call('grantRole', roleHash('SETTLER'), key('9')));
    const delay = one(at, timelockInterface.encodeFunctionData('updateDelay', [0]));
    const release = one(exchange.address, call('releaseRebates', key('a'), 7));
    const odd = one(key('b'), '0x12345678');
    for (const operation of [grant, delay, release, odd]) await own('schedule', ...operation, 172_800);
    const batch = [call('setMaxFeeBps', 500), call('setFeeCollector', key('c'))];
    const both = [[exchange.address, exchange.address], [0, 0], batch, nameOf(...grant), ZeroHash];
    await own('scheduleBatch', ...both, 200_000);

    const open = async () => {
      said = [];
      await verify(run());
      expect(text()).toContain('Everything is as wanted.');
      return text();
    };
    const told = await open();
    const time = String.raw`from 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ on`;
    const line = (words: string) => new RegExp(`^  ${words} \\(operation 0x[0-9a-f]{64}\\)$`, 'm');
    const warned = (words: string) => line(`WARNING: ${time}${words}`);
    expect(told).toMatch(warned(`: exchange: grantRole\\(role: SETTLER, account: ${key('9')}\\)`));
    expect(told).toMatch(warned(': timelock: updateDelay\\(newDelay: 0\\)'));
    expect(told).toMatch(warned(`: exchange: releaseRebates\\(token: ${key('a')}, amount: 7\\)`));
    expect(told).toMatch(warned(`: ${key('b')}: a call that can't be read, 0x12345678`));
    const fee = 'exchange: setMaxFeeBps\\(newMaxFeeBps: 500\\)';
    const collector = `exchange: setFeeCollector\\(newFeeCollector: ${key('c')}\\)`;
    expect(told).toMatch(warned(`, after operation ${nameOf(...grant)}: ${fee}; ${collector}`));
    expect(told).toContain('5 of these would change roles, delays or fees, take from');

    // Given up, announced anew, and carried out.
    for (const operation of [delay, release]) await own('cancel', nameOf(...operation));
    await own('schedule', ...delay, 172_800);
    await chain.provider.send('evm_increaseTime', [172_800]);
    await own('execute', ...grant);
    await expect(verify(run())).rejects.toThrow(`SETTLER: ${key('2')} ${key('3')} ${key('9')} instead of`);
    roles.settlers.push(key('9'));
    const later = await open().finally(() => roles.settlers.pop());
    expect(later).toMatch(warned(': timelock: updateDelay\\(newDelay: 0\\)'));
    expect(later).not.toMatch(/grantRole|releaseRebates/);
    expect(later).toContain('3 of these would change');
  });

  it('finds a role that the guardian dropped, and other code', async () => {
    await deploy(run());
    await send(walletAt(7), 'dropRole', roleHash('COSIGNER'), key('5'));
    await expect(verify(run())).rejects.toThrow(`COSIGNER: nobody instead of ${key('5')}`);
    expect(text()).toMatch(/NO +COSIGNER/);

    const { exchange } = plan();
    const code = await chain.provider.getCode(exchange.address);
    // One byte of the metadata: the same program, of other sources.
    const other = `${code.slice(0, -60)}${code.at(-60) === '0' ? '1' : '0'}${code.slice(-59)}`;
    await chain.provider.send('anvil_setCode', [exchange.address, other]);
    await expect(verify(run())).rejects.toThrow(/code of the exchange at 0x.*: other code/);
    await chain.provider.send('anvil_setCode', [exchange.address, '0x']);
    await expect(verify(run())).rejects.toThrow(/code of the exchange at 0x.*: no contract/);
  });

  it('sends nothing when who pays has too little for all of it', async () => {
    const before = await chain.provider.getBlockNumber();
    await chain.provider.send('anvil_setBalance', [deployer.address, '0x2386f26fc10000']);
    await expect(deploy(run())).rejects.toThrow('has less than this may cost, so nothing was sent');
    expect(text()).toContain('TOO LITTLE');
    expect(await chain.provider.getBlockNumber()).toBe(before);
    expect(existsSync(file('out/deployment.json'))).toBe(false);
  });

  it('passes over the block of a chain that began anew, and refuses files that it did not leave', async () => {
    await chain.mine(20);
    await deploy(run());
    await chain.revert(clean);
    clean = await chain.snapshot();
    await deploy(run());
    expect(text()).toContain('Everything is as wanted.');
    const wrong = (change: object) => {
      writeFileSync(file('wrong.json'), JSON.stringify({ ...deployment(), ...change }));
      return verify(run({ deployment: file('wrong.json') }));
    };
    await expect(wrong({ chainId: 1 })).rejects.toThrow('is of chain 1, and the file of roles of 31337');
    await expect(wrong({ timelock: 'none' })).rejects.toThrow('is not what this tool leaves');
    await expect(wrong({ blockNumber: '7' })).rejects.toThrow('is not what this tool leaves');
    await expect(verify(run({ deployment: file('absent.json') }))).rejects.toThrow('there is no file');
  });

  it('refuses to pay with a key that has a task, and to go on with another deployment', async () => {
    const taken = { ...roles, lister: deployer.address };
    await expect(deploy(run({}, taken))).rejects.toThrow('pay with a key that has none');
    await deploy(run());
    await expect(deploy(run({}, { ...roles, name: 'Other' }))).rejects.toThrow('is of another deployment');
  });
});
