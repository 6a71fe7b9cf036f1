import { type AccountToken, decodeEvent, type WithdrawalNonce } from '@exchange/contract/chain';
import type { Address } from '@exchange/core/kernel';
import type { AttesterChain, ChainSight, Settlement } from '../../../apps/attester/src/chain/attester-chain';
import type { SimChain } from './sim-chain';

/** The simulated chain as the attester's own node shows it. */
export class SimAttesterChain implements AttesterChain {
  constructor(
    private readonly chain: SimChain,
    private readonly confirmations: number,
  ) {}

  async look(): Promise<ChainSight> {
    const { height } = this.chain;
    const moment = (number: number) => ({ number, time: this.chain.at(number).time });
    return { newest: moment(height), final: moment(Math.max(0, height - this.confirmations)) };
  }

  async settled(ids: readonly number[], block: number): Promise<readonly boolean[]> {
    const { settled } = this.chain.at(block).after;
    return ids.map((id) => settled.has(BigInt(id)));
  }

  async settlements(ids: readonly number[], block: number): Promise<readonly Settlement[]> {
    const wanted = new Set(ids.map(BigInt));
    const blocks = Array.from({ length: block + 1 }, (_, number) => this.chain.at(number));
    return blocks
      .flatMap(({ logs }) => logs)
      .flatMap((log) => {
        const event = decodeEvent(log);
        return event?.kind === 'TradeSettled' && wanted.has(event.tradeId) ? [event] : [];
      });
  }

  async usedNonces(wanted: readonly WithdrawalNonce[], block: number): Promise<readonly boolean[]> {
    const { usedNonces } = this.chain.at(block).after;
    return wanted.map(({ account, nonce }) => usedNonces.has(`${account} ${nonce}`));
  }

  async balancesAt(wanted: readonly AccountToken[], block: number): Promise<readonly bigint[]> {
    return this.chain.balancesAt(wanted, block);
  }

  async tokens(from: number, block: number): Promise<readonly Address[]> {
    return this.chain.at(block).after.tokens.slice(from);
  }
}
