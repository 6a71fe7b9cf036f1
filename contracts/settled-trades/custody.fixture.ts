import {
  type ContractEvent,
  decodeEvent,
  delegation,
  deployExchange,
  deployTestToken,
  encodeRegisterToken,
  encodeSettleBatch,
  exchangeInterface,
} from '@exchange/contract/chain';
import { type Address, address, present, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { SigningDomain } from '@exchange/core/order';
import { type BatchTrade, encodeBatch } from '@exchange/core/settlement';
import { computeAddress, getBytes, Interface, NonceManager, TypedDataEncoder, Wallet } from 'ethers';
import { attestBatch, FUNDED_KEYS, startAnvil, type TestChain } from '@exchange/test/kit';
import type { TradingKey } from './trading-key.fixture';

const NAME = 'Exchange';
const FOREVER = 2 ** 32 - 1;
/** The contract's own limit on fees, which the ledger is given too. */
export const MAX_FEE_BPS = 200;
const PLENTY_OF_ETHER = 1n << 130n;

const [settler, coSigner, lister, guardian, collector, treasury, admin] = [1, 2, 3, 4, 5, 6, 7].map(
  (number) => address(`0x${number.toString(16).repeat(40)}`),
) as [Address, Address, Address, Address, Address, Address, Address];
const ATTESTER_KEY = `0x${'a7'.repeat(32)}`;
const attester = address(computeAddress(ATTESTER_KEY));
const erc20 = new Interface(['function mint(address,uint256)', 'function approve(address,uint256)']);

interface Receipt {
  readonly status: string;
  readonly logs: readonly { readonly address: string; readonly topics: string[]; readonly data: string }[];
}

/** The contract on a chain of its own, with ether and tokens of the given decimals. Nobody has deposited anything. */
export class Custody {
  private batches = 0n;

  private constructor(
    private readonly chain: TestChain,
    readonly domain: SigningDomain,
    /** By their id in the contract; ether is the first. */
    readonly tokens: readonly Address[],
  ) {}

  static async start(decimals: readonly number[]): Promise<Custody> {
    const chain = await startAnvil();
    const { provider } = chain;
    await provider.send('anvil_autoImpersonateAccount', [true]);
    for (const holder of [settler, lister, treasury, collector])
      await provider.send('anvil_setBalance', [holder, quantity(PLENTY_OF_ETHER)]);
    const deployer = new NonceManager(new Wallet(FUNDED_KEYS[0], provider));
    const { address: contract } = await deployExchange(deployer, {
      ...{ name: NAME, admin, settlers: [settler], attester, coSigner, lister, guardian },
      ...{ feeCollector: collector, waitingPeriod: 86_400, maxFeeBps: MAX_FEE_BPS },
    });
    const tokens: Address[] = [ZERO_ADDRESS];
    for (const [index, each] of decimals.entries()) {
      const symbol = `T${index}`;
      const token = await deployTestToken(deployer, { name: symbol, symbol, decimals: each });
      await mined(chain, lister, contract, encodeRegisterToken(token.address));
      await mined(
        chain,
        treasury,
        token.address,
        erc20.encodeFunctionData('approve', [contract, 2n ** 255n]),
      );
      tokens.push(token.address);
    }
    const { chainId } = await provider.getNetwork();
    return new Custody(chain, { name: NAME, chainId: Number(chainId), contract }, tokens);
  }

  get collector(): Address {
    return collector;
  }

  async deposit(account: Address, token: Address, units: bigint): Promise<ContractEvent[]> {
    if (token === ZERO_ADDRESS) {
      await this.fund(account);
      return this.call(account, exchangeInterface.encodeFunctionData('depositEther'), units);
    }
    await mined(this.chain, treasury, token, erc20.encodeFunctionData('mint', [treasury, units]));
    return this.call(
      treasury,
      exchangeInterface.encodeFunctionData('depositTokenFor', [account, token, units]),
    );
  }

  /** Lets a key sign orders for an account; the key consents. */
  async addDelegate(account: Address, key: TradingKey): Promise<ContractEvent[]> {
    await this.fund(account);
    const { domain, types, message } = delegation(this.domain, {
      account,
      delegate: key.address,
      deadline: FOREVER,
    });
    const { v, r, s } = key.sign(getBytes(TypedDataEncoder.hash(domain, types, message)));
    const parameters = [key.address, FOREVER, FOREVER, v, r, s];
    return this.call(account, exchangeInterface.encodeFunctionData('addDelegate', parameters));
  }

  /** Settles trades in one transaction, encoded as the settlement does it; what the contract said of them. */
  async settle(trades: readonly BatchTrade[]): Promise<ContractEvent[]> {
    const batch = encodeBatch(trades, (token) => {
      const id = this.tokens.indexOf(token);
      return id < 0 ? undefined : id;
    });
    if (!batch.ok) throw new Error(`no batch: ${batch.code}`);
    this.batches += 1n;
    const attestation = attestBatch(ATTESTER_KEY, this.domain, this.batches, FOREVER, batch.value);
    return this.call(settler, encodeSettleBatch(this.batches, FOREVER, batch.value, attestation));
  }

  /** The collector sets half of its fees in a token aside for rebates; how much. */
  async fundRebates(token: Address): Promise<bigint> {
    const units = (await this.balance(token, collector)) / 2n;
    if (units > 0n)
      await this.call(collector, exchangeInterface.encodeFunctionData('fundRebates', [token, units]));
    return units;
  }

  async balance(token: Address, account: Address): Promise<bigint> {
    const data = exchangeInterface.encodeFunctionData('getBalance', [token, account]);
    return BigInt(await this.chain.provider.call({ to: this.domain.contract, data }));
  }

  async stop(): Promise<void> {
    await this.chain.stop();
  }

  private async fund(account: Address): Promise<void> {
    await this.chain.provider.send('anvil_setBalance', [account, quantity(PLENTY_OF_ETHER)]);
  }

  private async call(from: Address, data: string, value = 0n): Promise<ContractEvent[]> {
    const { logs } = await mined(this.chain, from, this.domain.contract, data, value);
    return logs
      .filter((log) => log.address === this.domain.contract)
      .map((log) => present(decodeEvent(log), 'event'));
  }
}

const quantity = (value: bigint): string => `0x${value.toString(16)}`;

/**
 * Sends a transaction and waits until it is mined. Without ethers' provider, which takes most of its time to turn
 * long answers into text.
 */
async function mined(
  { url }: TestChain,
  from: Address,
  to: Address,
  data: string,
  value = 0n,
): Promise<Receipt> {
  const transaction = { from, to, data, value: quantity(value), gas: quantity(25_000_000n) };
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_sendTransactionSync', params: [transaction] };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) });
  const { result } = (await answer.json()) as { readonly result?: Receipt };
  if (result?.status !== '0x1') throw new Error(`the transaction of ${from} to ${to} failed`);
  return result;
}
