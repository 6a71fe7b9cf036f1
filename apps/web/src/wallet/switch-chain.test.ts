import { describe, expect, it } from '@jest/globals';
import { switchChain } from './switch-chain';

const chain = { chainId: 31_337, name: 'tiny' };

function walletThat(...answers: (object | null)[]) {
  const asked: string[] = [];
  return {
    asked,
    request: async ({ method }: { method: string }) => {
      asked.push(method);
      const answer = answers.shift() ?? null;
      if (answer !== null) throw answer;
      return null;
    },
  };
}

describe('another chain', () => {
  it('is asked for', async () => {
    const wallet = walletThat(null);
    await switchChain(wallet, chain);
    expect(wallet.asked).toEqual(['wallet_switchEthereumChain']);
  });

  it('is added where the wallet does not know it and a node is named', async () => {
    const wallet = walletThat({ code: 4902 }, null, null);
    await switchChain(wallet, { ...chain, rpcUrl: 'http://127.0.0.1:8090' });
    expect(wallet.asked).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ]);
  });

  it('stays away when the person says no, or no node is named', async () => {
    await expect(switchChain(walletThat({ code: 4902 }), chain)).rejects.toEqual({ code: 4902 });
    const wallet = walletThat({ code: 4001 });
    await expect(switchChain(wallet, { ...chain, rpcUrl: 'http://x' })).rejects.toEqual({ code: 4001 });
    expect(wallet.asked).toHaveLength(1);
  });
});
