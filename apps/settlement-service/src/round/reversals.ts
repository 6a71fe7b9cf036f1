import type { AccountToken } from '@exchange/contract/chain';
import { type Address, present } from '@exchange/core/kernel';
import { TRIAL_BATCH } from '@exchange/core/settlement';
import { askAttester } from '../attesting/ask-attester';
import { isEncodable } from '../batches/encoded-call';
import type { ChainMoment } from '../chain-view';
import type { JudgedTrade } from '../inbox/round-signal';
import { concernedBy, planOf, quarantined } from '../trades/reversal-plan';
import { accountsOf, type SettlingTrade } from '../trades/settling-trade';
import { firstOf, suspects } from '../trades/unsettleable';
import type { RoundTools } from './round-tools';
import type { UnseenSettlements } from './unseen-settlements';

/** Trades judged at one block. */
const JUDGED_AT_ONCE = 64;

/**
 * Trades that can't settle any more leave the queue, and are reversed with those that live on them. All is judged by the
 * state of the last final block, which nothing undoes, once for each of these blocks.
 */
export class Reversals {
  #judged = -1;

  constructor(
    private readonly tools: RoundTools,
    private readonly unseen: UnseenSettlements,
  ) {}

  async look(): Promise<void> {
    const { final } = this.tools.state.chain;
    if (final === undefined || final.number === this.#judged) return;
    await quarantineTrades(this.tools, final);
    // The attester took its time; what is planned goes by what is final now.
    await planReversals(this.tools, this.tools.state.chain.final ?? final, this.unseen);
    this.#judged = final.number;
  }
}

/** Asks the contract about trades that failed, each as if it were alone. */
async function quarantineTrades(tools: RoundTools, final: ChainMoment): Promise<void> {
  const { state, prompts } = tools;
  const { tokenIds } = state.chain;
  const asked = suspects(state.trades, state).filter((trade) => isEncodable(trade, tokenIds));
  const ids = asked.slice(0, JUDGED_AT_ONCE).map(({ id }) => id);
  // As of this block; it may be another by the time that all is answered.
  const firsts = new Map(asked.map((trade) => [trade.id, firstOf(state.trades, trade)]));
  const codes = await codesOf(tools, ids, final);
  const judged: JudgedTrade[] = [];
  for (const [tradeId, code] of codes) {
    const trade = state.trades.get(tradeId);
    if (!trade) continue;
    const lacking = await lackingOf(tools, trade, final);
    const isFirst = (account: Address) => firsts.get(tradeId)?.includes(account) === true;
    judged.push({ tradeId, code, lacking: lacking.filter(isFirst) });
  }
  if (judged.length > 0) await prompts.commit({ kind: 'trades_judged', block: final.number, judged });
}

/** Codes of trades that fail; those that would settle are asked about no more, since they would change the others' fate. */
async function codesOf(
  tools: RoundTools,
  ids: readonly number[],
  { number, time: validUntil }: ChainMoment,
): Promise<readonly (readonly [tradeId: number, code: number])[]> {
  const { state, chain } = tools;
  const isOpen = (id: number) => state.trades.get(id)?.stage === 'open';
  let left = ids;
  while (left.length > 0) {
    // Of no use on the chain: its time is over in every block to come.
    const asked = await askAttester(tools, { batchId: TRIAL_BATCH, validUntil, tradeIds: left });
    if (asked.kind === 'waits') return [];
    if (asked.kind === 'left_out') {
      const others = left.filter((id) => isOpen(id) && !asked.tradeIds.includes(id));
      // Refused for trades that it doesn't have: the same again would be refused again.
      if (others.length === left.length) return [];
      left = others;
      continue;
    }
    const codes = await chain.codesAt(asked.call, number);
    if (codes === undefined) return [];
    const pairs = left.map((id, index) => [id, present(codes[index], 'code')] as const);
    const failing = pairs.filter(([, code]) => code !== 0);
    if (failing.length === left.length) return failing;
    left = failing.map(([id]) => id).filter(isOpen);
  }
  return [];
}

/** The accounts of a trade that don't have what they sell. */
async function lackingOf(
  { chain }: RoundTools,
  trade: SettlingTrade,
  { number }: ChainMoment,
): Promise<readonly Address[]> {
  const legs = [trade.maker, trade.taker].flatMap((leg) => leg ?? []);
  const sold = legs.map(({ account, order }) => ({
    account: account as Address,
    token: order.terms.sellToken as Address,
  }));
  const balances = await chain.balancesAt(sold, number);
  return legs.flatMap(({ account, sold: units, rebate, rebateToken }, index) => {
    const given = rebateToken === 'sell' ? units - rebate : units;
    return present(balances[index], 'balance') < given ? [account as Address] : [];
  });
}

/** Reads what the contract holds for everybody whom a reversal concerns, until nobody is missing, and has it decided. */
async function planReversals(
  { state, chain, prompts }: RoundTools,
  { number: block }: ChainMoment,
  unseen: UnseenSettlements,
): Promise<void> {
  const accounts = new Set(quarantined(state).flatMap(accountsOf));
  if (accounts.size === 0) return;
  const balances = new Map<string, bigint>();
  let reversed: readonly number[] = [];
  for (let known = 0; known < accounts.size;) {
    known = accounts.size;
    const missing = [...accounts]
      .flatMap((account) => soldTokens(state, account))
      .filter((pair) => !balances.has(keyOf(pair)));
    const read = await chain.balancesAt(missing, block);
    for (const [index, pair] of missing.entries()) balances.set(keyOf(pair), present(read[index], 'balance'));
    const plan = planOf(state, accounts, (account, token) => balances.get(keyOf({ account, token })));
    reversed = plan.reversed;
    for (const account of concernedBy(state, reversed)) accounts.add(account);
  }
  if (await unseen.ofTrades(reversed, block)) return;
  await prompts.commit({ kind: 'reversal_planned', block, accounts: [...accounts], balances });
}

const keyOf = ({ account, token }: AccountToken): string => `${account}:${token}`;

/** What an account sells in its trades that are not final. */
function soldTokens({ trades }: RoundTools['state'], account: Address): AccountToken[] {
  const tokens = trades.queueOf(account).flatMap((id) => {
    const { maker, taker } = present(trades.get(id), `trade ${id}`);
    const leg = [maker, taker].find((side) => side?.account === account);
    return leg === undefined ? [] : [leg.order.terms.sellToken as Address];
  });
  return [...new Set(tokens)].map((token) => ({ account, token }));
}
