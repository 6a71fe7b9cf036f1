import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DeployedContract, deployExchange, exchangeInterface } from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import { FUNDED_KEYS, startAnvil, type TestChain } from '@exchange/test/kit';
import { NonceManager, Wallet } from 'ethers';
import { Timelock } from '../../test/timelock.fixture';
import { applyScan } from '../inbox/scan';
import { readerOf } from '../../test/chain-reader.fixture';
import type { JsonRpcChainReader } from './json-rpc-chain-reader';
import { KnownChain } from './known-chain';
import { scanChain } from './scan-chain';

const DELAY_S = 2;
const holder = (digit: string) => address(`0x${digit.repeat(40)}`);
const call = (name: string, ...values: unknown[]) => exchangeInterface.encodeFunctionData(name, values);

describe('the timelock that is the admin of the exchange', () => {
  let chain: TestChain;
  let timelock: Timelock;
  let exchange: DeployedContract;
  let reader: JsonRpcChainReader;

  beforeAll(async () => {
    chain = await startAnvil();
    const account = new NonceManager(new Wallet(FUNDED_KEYS[0], chain.provider));
    timelock = await Timelock.deploy(account, DELAY_S);
    exchange = await deployExchange(account, {
      ...{ name: 'exchange', admin: timelock.address, settlers: [holder('b')], attester: holder('8') },
      ...{ coSigner: holder('c'), lister: holder('d'), guardian: holder('e'), feeCollector: holder('f') },
      ...{ waitingPeriod: 86_400, maxFeeBps: 200 },
    });
    reader = readerOf([chain.url], exchange);
  });
  afterAll(async () => {
    reader?.close();
    await chain?.stop();
  });

  const watch = () => new KnownChain(exchange.blockNumber, exchange.address);

  /** The parameters that a look tells. */
  async function look(known: KnownChain) {
    const scan = await scanChain(reader, known, await reader.head(), 2);
    if (scan === undefined) return [];
    return applyScan(known, scan)
      .filter(({ kind }) => kind === 'seen')
      .flatMap(({ facts }) =>
        facts.flatMap((fact) => (fact.kind === 'parameter' ? [`${fact.name}=${fact.value}`] : [])),
      );
  }

  it('says what it will set, does it or gives it up, in the blocks where it says so', async () => {
    const known = watch();
    await look(known);
    const lower = call('setMaxFeeBps', 10);
    const operation = await timelock.schedule(exchange.address, lower, DELAY_S);
    const other = await timelock.schedule(exchange.address, call('setFeeCollector', holder('1')), DELAY_S);
    await timelock.schedule(holder('9'), lower, DELAY_S);
    await timelock.schedule(exchange.address, '0xdeadbeef', DELAY_S);
    expect(await look(known)).toEqual([
      `scheduled.${operation}.0=maxFeeBps=10`,
      `scheduled.${other}.0=feeCollector=${holder('1')}`,
    ]);
    await chain.provider.send('evm_increaseTime', [DELAY_S]);
    await timelock.execute(exchange.address, lower);
    expect(await look(known)).toEqual(['maxFeeBps=10', `scheduled.${operation}=ended`]);
    await timelock.cancel(other);
    expect(await look(known)).toEqual([`scheduled.${other}=ended`]);
  });

  it('is heard of what it said before it was watched, as long as that is open', async () => {
    const known = watch();
    await look(known);
    known.admin = undefined;
    const given = await timelock.schedule(exchange.address, call('setMaxFeeBps', 20), DELAY_S);
    const open = await timelock.schedule(exchange.address, call('setMaxFeeBps', 30), DELAY_S);
    await timelock.cancel(given);
    await look(known);
    // A watcher of the release before told these blocks without them.
    known.admin = undefined;
    await chain.mine();
    expect(await look(known)).toEqual([`scheduled.${open}.0=maxFeeBps=30`]);
    await chain.mine();
    expect(await look(known)).toEqual([]);
  });
});
