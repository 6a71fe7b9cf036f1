import { address, type Address, amount, present } from '@exchange/core/kernel';
import {
  canonicalHash,
  orderMessage,
  ORDER_TYPES,
  type OrderTerms,
  parseSignature,
  typedDomain,
} from '@exchange/core/order';
import type { BatchOrder } from '@exchange/core/settlement';
import {
  type ContractDomain,
  deployExchange,
  deployTestToken,
  encodeRegisterToken,
  exchangeInterface,
  routerAddress,
} from '@exchange/contract/chain';
import { startAnvil } from './start-anvil';
import { getBytes, HDNodeWallet, Interface, type JsonRpcProvider, keccak256, NonceManager } from 'ethers';

const NAME = 'Exchange';
const MNEMONIC = 'test test test test test test test test test test test junk';
const token = new Interface(['function mint(address,uint256)', 'function approve(address,uint256)']);

/** The n-th account that a dev chain funds. */
export const walletAt = (index: number): HDNodeWallet =>
  HDNodeWallet.fromPhrase(MNEMONIC, undefined, `m/44'/60'/0'/0/${index}`);

export const FUNDS = 10n ** 24n;
export const MAX_FEE_BPS = 200;

/** Whose co-signatures the contract takes. */
export const CO_SIGNER = 1;

/** A dev chain with an exchange, two tokens (ids 1 and 2), and two accounts that own FUNDS of both. */
export interface ExchangeChain {
  readonly url: string;
  readonly provider: JsonRpcProvider;
  readonly exchange: Address;
  /** Takes deposits by permits. */
  readonly router: Address;
  readonly tokens: readonly [Address, Address];
  readonly settler: Address;
  readonly domain: ContractDomain;
  /** Signs an order, in the format of signTypedData. */
  sign(wallet: HDNodeWallet, terms: OrderTerms): Promise<BatchOrder>;
  send(wallet: HDNodeWallet, to: Address, data: string): Promise<number>;
  /** Has the exchange take a token. */
  register(token: Address): Promise<number>;
  stop(): Promise<void>;
}

export async function startExchangeChain(): Promise<ExchangeChain> {
  const { url, provider, stop } = await startAnvil();
  const send = async (wallet: HDNodeWallet, to: Address, data: string): Promise<number> => {
    const sent = await wallet.connect(provider).sendTransaction({ to, data });
    return present(await sent.wait(), 'receipt').blockNumber;
  };
  const [settler, coSigner, lister, guardian, collector] = [0, 1, 2, 3, 4].map((index) =>
    address(walletAt(index).address),
  );
  const deployer = new NonceManager(walletAt(9).connect(provider));
  const { address: exchange } = await deployExchange(deployer, {
    name: NAME,
    admin: address(walletAt(9).address),
    settlers: [present(settler, 'settler')],
    attester: address(walletAt(7).address),
    coSigner: present(coSigner, 'co-signer'),
    lister: present(lister, 'lister'),
    guardian: present(guardian, 'guardian'),
    feeCollector: present(collector, 'collector'),
    waitingPeriod: 86_400,
    maxFeeBps: MAX_FEE_BPS,
  });
  const register = (listed: Address) => send(walletAt(2), exchange, encodeRegisterToken(listed));
  const list = async (symbol: string): Promise<Address> => {
    const { address: listed } = await deployTestToken(deployer, { name: symbol, symbol, decimals: 18 });
    await register(listed);
    return listed;
  };
  const tokens = [await list('AAA'), await list('BBB')] as const;
  // The collector's are for rebates.
  for (const wallet of [walletAt(4), walletAt(5), walletAt(6)]) {
    for (const each of tokens) {
      await send(wallet, each, token.encodeFunctionData('mint', [wallet.address, FUNDS]));
      await send(wallet, each, token.encodeFunctionData('approve', [exchange, FUNDS]));
      await send(wallet, exchange, exchangeInterface.encodeFunctionData('depositToken', [each, FUNDS]));
    }
  }
  for (const each of tokens)
    await send(walletAt(4), exchange, exchangeInterface.encodeFunctionData('fundRebates', [each, FUNDS]));
  const domain = { name: NAME, chainId: Number((await provider.getNetwork()).chainId), contract: exchange };
  return {
    ...{ url, provider, exchange },
    router: routerAddress(exchange),
    tokens,
    settler: present(settler, 'settler'),
    ...{ domain, send, register },
    async sign(wallet, terms) {
      const hex = await wallet.signTypedData(typedDomain(domain), ORDER_TYPES, orderMessage(terms));
      const signature = parseSignature(hex);
      if (!signature.ok) throw new Error(signature.message);
      const account = address(wallet.address);
      return {
        account,
        orderHash: canonicalHash(terms, domain, (data) => getBytes(keccak256(data))),
        order: { terms, signature: signature.value, format: 'signTypedData', signer: account },
      };
    },
    stop,
  };
}

/** Terms with the given amounts. */
export function termsOf(
  sell: Address,
  sellAmount: bigint,
  buy: Address,
  buyAmount: bigint,
  nonce: number,
): OrderTerms {
  return {
    sellToken: sell,
    sellAmount: amount(sellAmount),
    buyToken: buy,
    buyAmount: amount(buyAmount),
    expiry: 2 ** 32 - 1,
    nonce,
  };
}
