import { keyWallet, nodeAt } from '@exchange/client';
import { type ChainConfig, developmentNode } from './development-chain';
import { FAUCET_KEY } from './development-keys';

/** A token as it is asked for: its contract, ether as the zero address, and how much in smallest units. */
export interface Gift {
  readonly contract: string;
  readonly amount: bigint;
}

const ETHER = `0x${'00'.repeat(20)}`;
/** mint(address,uint256), which the test tokens let everybody call. */
const MINT = '0x40c10f19';

/** Gives test ether and test tokens on the development chain. Undefined on every other chain. */
export function faucetOf(config: ChainConfig): Faucet | undefined {
  const node = developmentNode(config);
  return node === undefined ? undefined : new Faucet(node, config.chainId);
}

export class Faucet {
  constructor(
    private readonly rpcUrl: string,
    private readonly chainId: number,
  ) {}

  /** Sends the account each of these; resolves when they are on the chain. Rejects with what the node says. */
  async give(account: string, gifts: readonly Gift[]): Promise<void> {
    const node = nodeAt(this.rpcUrl);
    const chain = Number(await node.request({ method: 'eth_chainId' }));
    if (chain !== this.chainId) throw new Error(`the node is on chain ${chain}, so nothing is sent`);
    const from = await keyWallet({ node, privateKey: FAUCET_KEY });
    // One after the other: each has the nonce behind the last one's.
    for (const gift of gifts) {
      const params = [{ from: from.address, ...transactionOf(account, gift) }];
      const hash = await from.request({ method: 'eth_sendTransaction', params });
      while ((await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })) === null)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

const POLL_MS = 250;

function transactionOf(
  account: string,
  { contract, amount }: Gift,
): { to: string; value?: string; data?: string } {
  if (contract === ETHER) return { to: account, value: `0x${amount.toString(16)}` };
  const words = [account.slice(2), amount.toString(16)].map((digits) => digits.padStart(64, '0'));
  return { to: contract, data: `${MINT}${words.join('')}` };
}
