import { lensAddress, lensInterface } from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import { Contract, JsonRpcProvider, MaxUint256, NonceManager, Wallet, ZeroAddress } from 'ethers';
import type { Endpoints } from '../../tools/kit/running/endpoints';

const exchangeAbi = [
  'function depositEther() payable',
  'function depositToken(address token, uint256 amount)',
  'function withdraw(address token, uint256 amount, address receiver, uint64 nonce, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function addDelegate(address delegate, uint40 validUntil, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function removeDelegateCoSigned(address delegate, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function cancelOrdersCoSigned(bytes32[] orderHashes, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function raiseMinNonceCoSigned(address token, uint64 minNonce, uint32 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function requestExit(address[] exitTokens)',
  'function withdrawExit(address token, uint256 amount, address receiver)',
  'function getBalance(address token, address account) view returns (uint256)',
];
const tokenAbi = [
  'function balanceOf(address account) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
];
/** Enough for each call; nothing is estimated, so that several calls fit into one block. */
const GAS = { gasLimit: 500_000n };
const POLL_MS = 100;

/** The chain as anybody sees it. */
export class Chain {
  readonly provider: JsonRpcProvider;
  readonly contract: Contract;
  readonly #lens: Contract;

  constructor(readonly endpoints: Endpoints) {
    const { rpc, chainId, contract } = endpoints;
    this.provider = new JsonRpcProvider(rpc, chainId, { staticNetwork: true, cacheTimeout: -1 });
    this.provider.pollingInterval = POLL_MS;
    this.contract = new Contract(contract, exchangeAbi, this.provider);
    this.#lens = new Contract(lensAddress(address(contract)), lensInterface, this.provider);
  }

  token(symbol: string): string {
    const token = this.endpoints.tokens[symbol];
    if (token === undefined) throw new Error(`${symbol} is not deployed`);
    return token;
  }

  /** What the contract owes an account. */
  balance(symbol: string, account: string): Promise<bigint> {
    return this.contract.getFunction('getBalance')(this.token(symbol), account) as Promise<bigint>;
  }

  liabilities(symbol: string): Promise<bigint> {
    return this.#lens.getFunction('totalLiabilities')(this.token(symbol)) as Promise<bigint>;
  }

  feeCollector(): Promise<string> {
    return this.#lens.getFunction('feeCollector')() as Promise<string>;
  }

  /** What an address owns of a token outside of the exchange. */
  owned(symbol: string, address: string): Promise<bigint> {
    const token = this.token(symbol);
    if (token === ZeroAddress) return this.provider.getBalance(address);
    return new Contract(token, tokenAbi, this.provider).getFunction('balanceOf')(address) as Promise<bigint>;
  }

  close(): void {
    this.provider.destroy();
  }
}

/** What an account does on the chain with its own key. */
export class ChainWallet {
  readonly wallet: Wallet;
  readonly #signer: NonceManager;

  constructor(
    readonly chain: Chain,
    privateKey: string,
  ) {
    this.wallet = new Wallet(privateKey, chain.provider);
    this.#signer = new NonceManager(this.wallet);
  }

  get address(): string {
    return this.wallet.address.toLowerCase();
  }

  /** Gives some of a token to another address on the chain. */
  async give(symbol: string, to: string, amount: bigint): Promise<void> {
    const token = this.chain.token(symbol);
    const sent =
      token === ZeroAddress
        ? await this.#signer.sendTransaction({ to, value: amount })
        : await new Contract(token, tokenAbi, this.#signer).getFunction('transfer')(to, amount, GAS);
    await sent.wait();
  }

  async deposit(symbol: string, amount: bigint): Promise<void> {
    const token = this.chain.token(symbol);
    if (token === ZeroAddress) {
      await this.#mined('depositEther', [], amount);
      return;
    }
    const contract = new Contract(token, tokenAbi, this.#signer);
    await contract.getFunction('approve')(this.chain.endpoints.contract, amount, GAS);
    await this.#mined('depositToken', [token, amount]);
  }

  /** Sends a deposit of ether; its hash, before it is mined. */
  async sendEther(amount: bigint): Promise<string> {
    const contract = this.chain.contract.connect(this.#signer) as Contract;
    const sent = await contract.getFunction('depositEther')({ ...GAS, value: amount });
    return (sent as { hash: string }).hash;
  }

  /** Removes a delegate at once, with the exchange's consent. */
  async removeDelegate(delegate: string, signature: ContractConsent): Promise<void> {
    const { deadline, v, r, s } = signature;
    await this.#mined('removeDelegateCoSigned', [delegate, deadline, v, r, s]);
  }

  /** Voids an order at once, with the exchange's consent. */
  async cancelOrder(digest: string, signature: ContractConsent): Promise<void> {
    const { deadline, v, r, s } = signature;
    await this.#mined('cancelOrdersCoSigned', [[digest], deadline, v, r, s]);
  }

  /** Voids at once, with the exchange's consent, all orders that sell the token with a lower nonce. */
  async raiseMinimum(token: string, minNonce: number, signature: ContractConsent): Promise<void> {
    const { deadline, v, r, s } = signature;
    await this.#mined('raiseMinNonceCoSigned', [token, minNonce, deadline, v, r, s]);
  }

  /** Takes out what was co-signed; returns what it cost in ether. */
  async withdraw(symbol: string, amount: bigint, signature: WithdrawalConsent): Promise<bigint> {
    const { nonce, deadline, v, r, s } = signature;
    const token = this.chain.token(symbol);
    return this.#mined('withdraw', [token, amount, this.address, nonce, deadline, v, r, s]);
  }

  /** Asks to leave with a token, without anybody's consent. */
  async requestExit(symbol: string): Promise<void> {
    await this.#mined('requestExit', [[this.chain.token(symbol)]]);
  }

  /** Takes out everything of a token, once the waiting period of its exit is over. */
  async withdrawExit(symbol: string): Promise<void> {
    await this.#mined('withdrawExit', [this.chain.token(symbol), MaxUint256, this.address]);
  }

  /** Makes a key the delegate of this account, with the key's own consent. */
  async addDelegate(delegate: Wallet, name: string, validUntil: number): Promise<void> {
    const { chainId, contract } = this.chain.endpoints;
    const domain = { name, version: '1', chainId, verifyingContract: contract };
    const fields = [
      { name: 'account', type: 'address' },
      { name: 'delegate', type: 'address' },
      { name: 'deadline', type: 'uint32' },
    ];
    const consent = { account: this.address, delegate: delegate.address, deadline: validUntil };
    const text = await delegate.signTypedData(domain, { Delegation: fields }, consent);
    const [r, s, v] = [text.slice(0, 66), `0x${text.slice(66, 130)}`, Number(`0x${text.slice(130)}`)];
    await this.#mined('addDelegate', [delegate.address, validUntil, validUntil, v, r, s]);
  }

  async #mined(name: string, args: readonly unknown[], value = 0n): Promise<bigint> {
    const contract = this.chain.contract.connect(this.#signer) as Contract;
    const sent = await contract.getFunction(name)(...args, { ...GAS, value });
    const receipt = (await sent.wait()) as { fee: bigint };
    return receipt.fee;
  }
}

/** A co-signature without a nonce: of a delegate's removal, or an order's cancellation. */
export type ContractConsent = Omit<WithdrawalConsent, 'nonce'>;

/** What the exchange hands out for `withdraw` (seed: Ledger entry, SIGNATURE; deadline in Unix seconds). */
export interface WithdrawalConsent {
  readonly v: number;
  readonly r: string;
  readonly s: string;
  readonly nonce: number;
  readonly deadline: number;
}
