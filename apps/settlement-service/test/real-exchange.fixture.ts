import {
  address,
  type Address,
  amount,
  hash,
  present,
  type TokenAmount,
  tradeId,
  type Hash,
} from '@exchange/core/kernel';
import {
  ORDER_TYPES,
  type OrderTerms,
  orderMessage,
  packedHash,
  type SignatureFormat,
} from '@exchange/core/order';
import {
  type ContractEvent,
  decodeEvent,
  deployExchange,
  deployTestToken,
  encodeRegisterToken,
  exchangeInterface,
  minedReceipt,
  orderCancellation,
  roleHash,
  TRADE_CODES,
  TRADE_SIDES,
} from '@exchange/contract/chain';
import type { CosignerKey } from '@exchange/edge/keys';
import { type BlockNews, type ChainFact, settleLeg, type SettleLeg } from '@exchange/core/message';
import { createCrypto } from '@exchange/platform';
import { FUNDED_KEYS, type TestChain } from '@exchange/test/kit';
import {
  Contract,
  getBytes,
  type Log,
  NonceManager,
  Signature,
  toQuantity,
  TypedDataEncoder,
  Wallet,
} from 'ethers';
import { ETH } from './memory-exchange.fixture';

const TOKEN_ABI = ['function mint(address,uint256)', 'function approve(address,uint256)'];
const holder = (digit: string) => address(`0x${digit.repeat(40)}`);
const EXPIRY = 2_000_000_000;

/** The collector sets so much ether aside for rebates. */
async function fundRebates({ provider }: TestChain, to: Address, units: bigint): Promise<void> {
  const from = holder('f');
  await provider.send('anvil_setBalance', [from, toQuantity(units * 2n)]);
  await provider.send('anvil_impersonateAccount', [from]);
  const call = async (name: string, values: readonly unknown[], value = 0n) => {
    const data = exchangeInterface.encodeFunctionData(name, values);
    const sent = (await provider.send('eth_sendTransaction', [
      { from, to, data, value: toQuantity(value) },
    ])) as string;
    await minedReceipt(provider, sent);
  };
  await call('depositEther', [], units);
  await call('fundRebates', [ETH, units]);
}

/** The real contract on a real chain with two funded accounts: the maker owns ether, the taker DAI. */
export class RealExchange {
  #nextBlock = 1;

  private constructor(
    readonly chain: TestChain,
    readonly contract: Address,
    readonly dai: Address,
    readonly maker: Wallet,
    readonly taker: Wallet,
  ) {}

  static async deploy(
    chain: TestChain,
    roles: {
      readonly settlers: readonly Address[];
      readonly attester: Address;
      readonly coSigner: Address;
    },
  ): Promise<RealExchange> {
    const [first, , third, fourth] = FUNDED_KEYS;
    const lister = new NonceManager(new Wallet(first, chain.provider));
    const exchange = await deployExchange(lister, {
      ...{ name: 'exchange', admin: holder('a'), ...roles },
      ...{ lister: address(await lister.getAddress()), guardian: holder('d'), feeCollector: holder('f') },
      ...{ waitingPeriod: 86_400, maxFeeBps: 200 },
    });
    const dai = await deployTestToken(lister, { name: 'Dai', symbol: 'DAI', decimals: 18 });
    const register = { to: exchange.address, data: encodeRegisterToken(dai.address) };
    await (await lister.sendTransaction(register)).wait();
    await fundRebates(chain, exchange.address, 10n ** 18n);
    const maker = new Wallet(third, chain.provider);
    const taker = new Wallet(fourth, chain.provider);
    return new RealExchange(chain, exchange.address, dai.address, maker, taker);
  }

  get domain() {
    return { name: 'exchange', chainId: 31_337, contract: this.contract };
  }

  /** Deposits ether of the maker and DAI of the taker. */
  async deposit(units: bigint): Promise<void> {
    const vault = (wallet: Wallet) =>
      new Contract(this.contract, exchangeInterface, new NonceManager(wallet));
    const token = new Contract(this.dai, TOKEN_ABI, new NonceManager(this.taker));
    await (await present(vault(this.maker)['depositEther'], 'depositEther')({ value: units })).wait();
    await (await present(token['mint'], 'mint')(this.taker.address, units)).wait();
    await (await present(token['approve'], 'approve')(this.contract, units)).wait();
    await (await present(vault(this.taker)['depositToken'], 'depositToken')(this.dai, units)).wait();
  }

  /** The maker voids an order at once, with a co-signature that nobody of ours should have given. */
  async voidOrder(orderHash: Hash, cosigner: CosignerKey): Promise<void> {
    const account = address(this.maker.address);
    const statement = orderCancellation(this.domain, { account, orderHashes: [orderHash], deadline: EXPIRY });
    const { v, r, s } = await cosigner.sign(statement);
    const data = exchangeInterface.encodeFunctionData('cancelOrdersCoSigned', [[orderHash], EXPIRY, v, r, s]);
    const sender = new NonceManager(this.maker);
    await (await sender.sendTransaction({ to: this.contract, data })).wait();
  }

  /** GUARDIAN drops a settler, in the next block and before all that waits. */
  async dropSettler(settler: Address): Promise<void> {
    const { provider } = this.chain;
    const from = holder('d');
    await provider.send('anvil_setBalance', [from, toQuantity(10n ** 18n)]);
    await provider.send('anvil_impersonateAccount', [from]);
    const data = exchangeInterface.encodeFunctionData('dropRole', [roleHash('SETTLER'), settler]);
    const fees = { maxFeePerGas: toQuantity(10n ** 12n), maxPriorityFeePerGas: toQuantity(10n ** 11n) };
    const call = { from, to: this.contract, data, gas: toQuantity(200_000n), ...fees };
    await provider.send('eth_sendTransaction', [call]);
    await this.chain.mine();
  }

  /** What the contract says it settled, by every log of it. */
  async settledIds(): Promise<number[]> {
    const logs = await this.chain.provider.getLogs({ address: this.contract, fromBlock: 0 });
    return logs.flatMap((log) => {
      const event = decodeEvent(log);
      return event?.kind === 'TradeSettled' ? [Number(event.tradeId)] : [];
    });
  }

  async balance(token: Address, account: string): Promise<bigint> {
    const data = exchangeInterface.encodeFunctionData('getBalance', [token, account]);
    return BigInt(await this.chain.provider.call({ to: this.contract, data }));
  }

  /** The legs of a trade of `units` of ether for as much DAI; the taker signs in the personal format. */
  async legs(tradeId: number, units: bigint): Promise<readonly [SettleLeg, SettleLeg]> {
    const terms = (sellToken: Address, buyToken: Address) => {
      const [sellAmount, buyAmount] = [amount(units), amount(units)] as readonly TokenAmount[];
      return { sellToken, sellAmount, buyToken, buyAmount, expiry: EXPIRY, nonce: tradeId } as OrderTerms;
    };
    const leg = async (role: 'maker' | 'taker', wallet: Wallet, own: OrderTerms, format: SignatureFormat) =>
      settleLeg.read({
        ...{
          tradeId,
          market: 'ETHDAI',
          role,
          account: address(wallet.address),
          accountSeq: tradeId,
          orderId: tradeId,
        },
        orderHash: TypedDataEncoder.hash(this.#typedDomain, ORDER_TYPES, orderMessage(own)),
        order: {
          terms: { ...own, sellAmount: own.sellAmount.toString(), buyAmount: own.buyAmount.toString() },
          signature: await this.#sign(wallet, own, format),
          ...{ format, signer: address(wallet.address) },
        },
        ...{
          sold: units.toString(),
          bought: units.toString(),
          fee: (role === 'taker' ? units / 100n : 0n).toString(),
        },
        ...{ rebate: role === 'maker' ? (units / 1_000n).toString() : '0', rebateToken: 'sell' },
      });
    return [
      await leg('maker', this.maker, terms(ETH, this.dai), 'signTypedData'),
      await leg('taker', this.taker, terms(this.dai, ETH), 'sign'),
    ];
  }

  /** News of the blocks mined since the last call, as the watcher would tell them, each final at once. */
  async newBlocks(): Promise<BlockNews[]> {
    const { provider } = this.chain;
    const news: BlockNews[] = [];
    for (; this.#nextBlock <= (await provider.getBlockNumber()); this.#nextBlock++) {
      const block = present(await provider.getBlock(this.#nextBlock), `block ${this.#nextBlock}`);
      const logs = await provider.getLogs({ address: this.contract, blockHash: present(block.hash, 'hash') });
      const own = { number: block.number, hash: hash(present(block.hash, 'hash')), time: block.timestamp };
      const facts = logs.flatMap((log) => this.#fact(log));
      news.push(
        { kind: 'seen', ...own, parent: hash(block.parentHash), facts },
        { kind: 'final', ...own, facts },
      );
    }
    return news;
  }

  get #typedDomain() {
    const { name, chainId, contract } = this.domain;
    return { name, version: '1', chainId, verifyingContract: contract };
  }

  async #sign(wallet: Wallet, terms: OrderTerms, format: SignatureFormat) {
    const { keccak256 } = await createCrypto();
    const hex =
      format === 'sign'
        ? await wallet.signMessage(getBytes(packedHash(terms, this.contract, keccak256)))
        : await wallet.signTypedData(this.#typedDomain, ORDER_TYPES, orderMessage(terms));
    const { v, r, s } = Signature.from(hex);
    return { v, r, s };
  }

  #fact(log: Log): ChainFact[] {
    const event = decodeEvent(log);
    const place = { transaction: hash(log.transactionHash), logIndex: log.index };
    return event ? settlementFact(event, place, (id) => (id === 0 ? ETH : this.dai)) : [];
  }
}

const codeOf = (name: string) =>
  Number(Object.entries(TRADE_CODES).find(([, other]) => other === name)?.[0] ?? '0');

function settlementFact(
  event: ContractEvent,
  place: { transaction: Hash; logIndex: number },
  token: (id: number) => Address,
): ChainFact[] {
  switch (event.kind) {
    case 'TokenRegistered':
      return [{ ...place, kind: 'token_registered', id: event.id, token: event.token }];
    case 'BatchSettled': {
      const { settled, failed } = event;
      return [{ ...place, kind: 'batch_settled', batchId: Number(event.batchId), settled, failed }];
    }
    case 'TradeFailed': {
      const [code, side] = [codeOf(event.reason), TRADE_SIDES.indexOf(event.side)];
      return [{ ...place, kind: 'trade_failed', tradeId: tradeId(Number(event.tradeId)), code, side }];
    }
    case 'TradeSettled': {
      const { maker, taker, makerOrder, takerOrder, rebateInBoughtToken } = event;
      return [
        {
          ...place,
          ...{
            kind: 'trade_settled',
            tradeId: tradeId(Number(event.tradeId)),
            maker,
            taker,
            makerOrder,
            takerOrder,
          },
          ...{ makerAmount: event.makerAmount, takerAmount: event.takerAmount },
          ...{ makerFee: event.makerFee, takerFee: event.takerFee },
          ...{ makerRebate: event.makerRebate, rebateInBoughtToken },
          ...{ makerToken: token(event.makerSellTokenId), takerToken: token(event.takerSellTokenId) },
        },
      ];
    }
    default:
      return [];
  }
}
