import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChainNodes, deployTestToken, readTokenBehavior, type TokenToList } from '@exchange/contract/chain';
import { address, type Address } from '@exchange/core/kernel';
import { FUNDED_KEYS, startAnvil, type TestChain } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { TrapTokens } from './trap-tokens.fixture';

describe("a token's behavior, read from the chain", () => {
  let chain: TestChain;
  let nodes: ChainNodes;
  let tokens: TrapTokens;
  let dai: Address;

  beforeAll(async () => {
    chain = await startAnvil();
    nodes = new ChainNodes({ urls: [chain.url] });
    const signer = new Wallet(FUNDED_KEYS[0], chain.provider);
    tokens = TrapTokens.compile(chain, signer);
    dai = (await deployTestToken(signer, { name: 'Dai', symbol: 'DAI', decimals: 6 })).address;
  }, 60_000);

  afterAll(async () => {
    nodes?.close();
    await chain?.stop();
  });

  const honest = { symbol: 'DAI', name: 'Dai', decimals: 6, supply: '0' };
  const trap = { symbol: 'TRAP', name: 'Trap', decimals: 18, supply: '1000' };

  async function trapsOf(contract: Address, listed: Omit<TokenToList, 'contract'>) {
    const { traps } = await readTokenBehavior(nodes, { contract, ...listed });
    return Object.fromEntries(traps.map(({ trap: name, isFatal }) => [name, isFatal]));
  }

  it('has no trap when it does what a token does', async () => {
    const { says, traps } = await readTokenBehavior(nodes, { contract: dai, ...honest });
    expect(says).toEqual({ symbol: 'DAI', name: 'Dai', decimals: 6, supply: 0n });
    // Anybody may mint it.
    expect(traps).toEqual([{ trap: 'may mint', isFatal: false, detail: 'it has mint(address,uint256)' }]);
  });

  it('says where it differs from what is to be listed', async () => {
    const listed = { symbol: 'DIA', name: 'Dia', decimals: 18, supply: '5000' };
    expect(await trapsOf(dai, listed)).toEqual({
      ...{ 'no such decimals': true, 'another symbol': false, 'another name': false },
      ...{ 'another supply': false, 'may mint': false },
    });
  });

  it('is no token where there is no contract', async () => {
    expect(await trapsOf(address(`0x${'99'.repeat(20)}`), honest)).toEqual({ 'no contract': true });
  });

  it('is seen through its functions', async () => {
    const { at, contract } = await tokens.deploy();
    const known = {
      ...{ 'may be paused': false, 'may block holders': false, 'changes balances by itself': true },
      ...{ 'calls whoever sends or receives it': false, 'may mint': false },
    };
    expect(await trapsOf(at, trap)).toEqual(known);
    await (await contract.getFunction('pause')()).wait();
    expect(await trapsOf(at, trap)).toEqual({ ...known, paused: true, 'refuses transfers': true });
  });

  it('is seen through what passes calls on to it', async () => {
    const { at } = await tokens.deploy();
    const clone = await trapsOf(await tokens.clone(at), trap);
    expect(clone).toMatchObject({ 'may be paused': false });
    expect(clone).not.toHaveProperty('upgradeable');
    expect(await trapsOf(await tokens.proxy(at), trap)).toEqual({ ...clone, upgradeable: false });
  });

  it.each([
    ['takes less than it gives', 6, 'takes a fee of transfers'],
    ['gives more than it takes', 7, 'takes a fee of transfers'],
    ['takes more than was sent', 8, 'takes a fee of transfers'],
    ['says no', 2, 'refuses transfers'],
    ['burns all gas', 4, 'refuses transfers'],
    ['returns more than anyone reads', 5, 'refuses transfers'],
  ])('is tried: one that %s must not be listed', async (_what, mode, name) => {
    const { at } = await tokens.deploy(mode);
    expect(await trapsOf(at, trap)).toHaveProperty([name], true);
  });

  it('may return nothing of a transfer', async () => {
    const [honestly, silently] = [await tokens.deploy(), await tokens.deploy(1)];
    expect(await trapsOf(silently.at, trap)).toEqual(await trapsOf(honestly.at, trap));
  });
});
