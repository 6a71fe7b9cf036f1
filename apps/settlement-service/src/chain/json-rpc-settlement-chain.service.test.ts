import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ChainNodes } from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import { FUNDED_KEYS, startAnvil, type TestChain } from '@exchange/test/kit';
import { LocalKey, LocalSettlerKey } from '@exchange/edge/keys';
import { JsonRpcSettlementChain } from './json-rpc-settlement-chain';

const GWEI = 1_000_000_000n;
const contract = address(`0x${'c0'.repeat(20)}`);
const settler = new LocalSettlerKey(new LocalKey(FUNDED_KEYS[1], 'settler'));
let anvil: TestChain;
let chain: JsonRpcSettlementChain;

beforeAll(async () => {
  anvil = await startAnvil();
  await anvil.automine(false);
  chain = new JsonRpcSettlementChain(new ChainNodes({ urls: [anvil.url] }), contract);
});

afterAll(async () => {
  chain?.close();
  await anvil?.stop();
});

const signed = async (nonce: number, gwei: bigint) =>
  settler.sign({
    ...{ to: contract, data: '0x', nonce, gasLimit: 100_000n, chainId: 31_337 },
    ...{ maxFeePerGas: gwei * GWEI, maxPriorityFeePerGas: GWEI * (gwei / 10n) },
  });
const answer = async (nonce: number, gwei: bigint) =>
  (await chain.send((await signed(nonce, gwei)).raw)).kind;

it('tells what a real node answers to a transaction, and whether it has it', async () => {
  const { baseFee, tip } = await chain.marketPrice();
  expect(baseFee).toBeGreaterThan(0n);
  expect(tip).toBeGreaterThan(0n);

  const first = await signed(0, 20n);
  expect(await chain.holds(first.hash)).toBe(false);
  expect(await answer(0, 20n)).toBe('accepted');
  expect(await chain.holds(first.hash)).toBe(true);
  expect(await answer(0, 20n)).toBe('known');
  expect(await answer(0, 19n)).toBe('outbid');
  expect(await answer(0, 30n)).toBe('accepted');
  expect(await chain.holds(first.hash)).toBe(false);

  await anvil.mine();
  expect(await chain.nonce(settler.address)).toBe(1);
  expect(await chain.holds((await signed(0, 30n)).hash)).toBe(false);
  expect(await answer(0, 60n)).toBe('nonce_used');
  expect((await chain.marketPrice()).tip).toBe(3n * GWEI);

  await anvil.provider.send('anvil_setBalance', [settler.address, '0x1']);
  await anvil.mine();
  expect(await chain.balance(settler.address)).toBe(1n);
  expect(await answer(1, 20n)).toBe('unfunded');
});

it('tells what data costs on a chain of the OP stack, and nothing elsewhere', async () => {
  expect(await chain.dataFee(1_000)).toBe(0n);
  // Answers 112 wei for each byte: the argument times 112.
  const oracle = ['0x420000000000000000000000000000000000000f', '0x600435607002' + '5f5260205ff3'];
  await anvil.provider.send('anvil_setCode', oracle);
  const nodes = new ChainNodes({ urls: [anvil.url] });
  const rollup = new JsonRpcSettlementChain(nodes, contract, 'op-stack');
  expect(await rollup.dataFee(1_000)).toBe(112_000n);
  rollup.close();
});
