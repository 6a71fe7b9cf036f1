import { NodeProvider } from '@exchange/contract/chain';
import type { SigningKey } from '@exchange/test/seed-client';
import {
  Contract,
  NonceManager,
  type TransactionReceipt,
  type TransactionResponse,
  Wallet,
  ZeroAddress,
} from 'ethers';

const exchangeAbi = [
  'function depositEther() payable',
  'function depositToken(address token, uint256 amount)',
  'function withdraw(address token, uint256 amount, address receiver, uint64 nonce, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function addDelegate(address delegate, uint40 validUntil, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function removeDelegateCoSigned(address delegate, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function cancelOrdersCoSigned(bytes32[] orderHashes, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function raiseMinNonceCoSigned(address token, uint64 minNonce, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function requestExit(address[] exitTokens)',
  'function cancelExit(address[] exitTokens)',
];
const tokenAbi = [
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
];

/** Nothing is estimated, so that several calls fit into one block. */
const GAS = { gasLimit: 600_000n };
const POLL_MS = 100;

/** A co-signature as the interface hands it out. */
export interface ShownSignature {
  readonly v: number;
  readonly r: string;
  readonly s: string;
  readonly nonce?: number;
  readonly deadline: number;
}

/** The exchange's chain, through its JSON-RPC. */
export class ChainAccess {
  readonly provider: NodeProvider;
  readonly #funder: NonceManager;
  readonly #signers = new Map<string, NonceManager>();

  constructor(
    rpc: string,
    chainId: number,
    readonly contract: string,
    funderKey: string,
  ) {
    this.provider = new NodeProvider(rpc, { chainId });
    this.provider.pollingInterval = POLL_MS;
    this.#funder = new NonceManager(new Wallet(funderKey, this.provider));
  }

  close(): void {
    this.provider.destroy();
  }

  async owned(token: string, account: string): Promise<bigint> {
    if (token === ZeroAddress) return this.provider.getBalance(account);
    const contract = new Contract(token, tokenAbi, this.provider);
    return contract.getFunction('balanceOf')(account) as Promise<bigint>;
  }

  /** What the account that pays for the run owns. */
  async funds(token: string): Promise<bigint> {
    return this.owned(token, await this.#funder.getAddress());
  }

  /** Gives an account of a token; not mined yet. */
  async give(token: string, to: string, amount: bigint): Promise<TransactionResponse> {
    if (token === ZeroAddress) return this.#funder.sendTransaction({ to, value: amount, ...GAS });
    const contract = new Contract(token, tokenAbi, this.#funder);
    return contract.getFunction('transfer')(to, amount, GAS) as Promise<TransactionResponse>;
  }

  /** Deposits and waits until it is in a block; returns its receipt. */
  async deposit(key: SigningKey, token: string, amount: bigint): Promise<TransactionReceipt> {
    if (token === ZeroAddress) return this.call(key, 'depositEther', [], amount);
    await this.approve(key, token, amount);
    return this.call(key, 'depositToken', [token, amount]);
  }

  async approve(key: SigningKey, token: string, amount: bigint): Promise<void> {
    const contract = new Contract(token, tokenAbi, this.signer(key));
    await contract.getFunction('approve')(this.contract, amount, GAS);
  }

  /** Calls the exchange's contract and waits until the call is in a block. */
  async call(
    key: SigningKey,
    name: string,
    args: readonly unknown[],
    value = 0n,
  ): Promise<TransactionReceipt> {
    const sent = await this.sendCall(key, name, args, value);
    const receipt = await sent.wait();
    if (receipt?.status !== 1) throw new Error(`${name} failed on the chain`);
    return receipt;
  }

  async sendCall(
    key: SigningKey,
    name: string,
    args: readonly unknown[],
    value = 0n,
  ): Promise<TransactionResponse> {
    const contract = new Contract(this.contract, exchangeAbi, this.signer(key));
    return contract.getFunction(name)(...args, { ...GAS, value }) as Promise<TransactionResponse>;
  }

  /** Makes a key the account's delegate, with the key's own consent. */
  async addDelegate(
    key: SigningKey,
    delegate: SigningKey,
    name: string,
    chainId: number,
    until: number,
  ): Promise<void> {
    const domain = { name, version: '1', chainId, verifyingContract: this.contract };
    const fields = [
      { name: 'account', type: 'address' },
      { name: 'delegate', type: 'address' },
      { name: 'deadline', type: 'uint32' },
    ];
    const consent = { account: key.address, delegate: delegate.address, deadline: until };
    const text = await delegate.signTypedData(domain, { Delegation: fields }, consent);
    const [r, s, v] = [text.slice(0, 66), `0x${text.slice(66, 130)}`, Number(`0x${text.slice(130)}`)];
    await this.call(key, 'addDelegate', [delegate.address, until, until, v, r, s]);
  }

  private signer(key: SigningKey): NonceManager {
    const known =
      this.#signers.get(key.address) ?? new NonceManager(new Wallet(key.privateKey, this.provider));
    this.#signers.set(key.address, known);
    return known;
  }
}
