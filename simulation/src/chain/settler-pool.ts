import {
  ACCEPTED,
  type NodeAnswer,
  nodeAnswer,
} from '../../../apps/settlement-service/src/chain/node-answer';
import type { FeeData, MarketPrice } from '../../../apps/settlement-service/src/chain/settlement-chain';
import { id } from 'ethers';
import { readSimTransaction } from './sim-keys';

const GWEI = 1_000_000_000n;
const AMPLE = 10n ** 24n;
const PRICE: MarketPrice = { baseFee: GWEI / 2n, tip: GWEI };
/** What suffices while the node has nothing of the nonce: two base fees and the tip. */
const FAIR_OFFER = 2n * PRICE.baseFee + PRICE.tip;
/** What suffices to beat one that the node has, also for who was told only that a tenth more was too little. */
const BEATING_PERCENT = 130n;

/** The settler's transactions that the simulated node has, by nonce, and its judgement of those it is given. */
export class SettlerPool {
  /** Of everything that was ever taken: hashes. */
  readonly taken = new Set<string>();
  /** Offers above what suffices. */
  readonly overbids: string[] = [];
  private readonly waiting = new Map<number, string>();
  private funds = AMPLE;

  get price(): MarketPrice {
    return PRICE;
  }

  get balance(): bigint {
    return this.funds;
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** The settler has nothing any more, so the node drops what it had. */
  runDry(): void {
    this.funds = 0n;
    this.waiting.clear();
  }

  fund(): void {
    this.funds = AMPLE;
  }

  /** An offer as it is signed: more than what suffices is money thrown away. */
  judgeOffer(nonce: number, { maxFeePerGas: offer }: FeeData): void {
    const rival = this.waiting.get(nonce);
    const beating = rival === undefined ? 0n : readSimTransaction(rival).maxFeePerGas * BEATING_PERCENT;
    const fair = beating / 100n > FAIR_OFFER ? beating / 100n : FAIR_OFFER;
    if (offer > fair) this.overbids.push(`${offer} for nonce ${nonce}, where ${fair} suffices`);
  }

  /** `nonce`: the settler's next one on the chain. */
  take(raw: string, nonce: number): NodeAnswer {
    const { nonce: own, ...offer } = readSimTransaction(raw);
    const rival = this.waiting.get(own);
    if (rival === raw) return nodeAnswer('already known');
    if (own < nonce) return nodeAnswer('nonce too low');
    if (offer.gasLimit * offer.maxFeePerGas > this.funds) return nodeAnswer('insufficient funds');
    if (rival !== undefined && !beats(offer, readSimTransaction(rival))) {
      return nodeAnswer('replacement transaction underpriced');
    }
    this.taken.add(id(raw));
    this.waiting.set(own, raw);
    return ACCEPTED;
  }

  holds(hash: string): boolean {
    return [...this.waiting.values()].some((raw) => id(raw) === hash);
  }

  /** In the order of nonces. */
  inOrder(): readonly string[] {
    return [...this.waiting].sort(([a], [b]) => a - b).map(([, raw]) => raw);
  }

  /** Takes out what has the nonce. */
  pull(nonce: number): string | undefined {
    const raw = this.waiting.get(nonce);
    this.waiting.delete(nonce);
    return raw;
  }

  /** Its block was undone. */
  putBack(raw: string): void {
    this.waiting.set(readSimTransaction(raw).nonce, raw);
  }
}

/** As nodes judge a replacement. */
const beats = (offer: FeeData, rival: FeeData): boolean =>
  offer.maxFeePerGas * 10n >= rival.maxFeePerGas * 11n &&
  offer.maxPriorityFeePerGas * 10n >= rival.maxPriorityFeePerGas * 11n;
