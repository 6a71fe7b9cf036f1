import type { CosignRequest } from '@exchange/core/message';
import { SignerRefusedError } from '@exchange/edge/keys';
import { cosignatureKey } from '../cosigning/cosignature';
import { type CosignedWithdrawal, mayLeave } from '../cosigning/covered';
import { statementOf } from '../cosigning/statement-of';
import { voidsTrade } from '../cosigning/voided-trades';
import type { Cosigned } from '../inbox/round-signal';
import type { Holdings } from './holdings';
import type { AttesterTools } from './round-tools';

/** Signatures stored by one turn. */
const SIGNED_AT_ONCE = 64;

/**
 * Signs what was asked for and not refused, and stores it, which tells it. What would void a trade waits until that is
 * final, and a withdrawal until the contract holds enough besides what the account owes to others, and nothing differs.
 */
export async function giveCosignatures(tools: AttesterTools, holdings: Holdings): Promise<void> {
  const { state, prompts } = tools;
  const block = state.chain.view?.final.number;
  const free = state.cosignatures.asked().filter((request) => !voidsTrade(state.trades, request));
  for (let start = 0; start < free.length; start += SIGNED_AT_ONCE) {
    const requests = free.slice(start, start + SIGNED_AT_ONCE);
    const held = await heldBy(requests, holdings, block);
    const signed: Cosigned[] = [];
    for (const request of requests) {
      const item = await cosigned(tools, request, held);
      if (item) signed.push(item);
    }
    if (signed.length > 0) await prompts.commit({ kind: 'cosigned', block, signed });
  }
}

async function cosigned(
  { state, cosigner, domain }: AttesterTools,
  request: CosignRequest,
  held: ReadonlyMap<CosignRequest, bigint>,
): Promise<Cosigned | undefined> {
  const has = held.get(request) ?? 0n;
  if (request.kind === 'withdrawal' && !mayLeave(state, request, has)) return undefined;
  const signature = await cosigner.sign(statementOf(domain, request)).catch(unlessRefused);
  return signature && { key: cosignatureKey(request), signature, held: has };
}

/** What a remote signer refuses is asked again in the next round, and doesn't keep the others waiting. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof SignerRefusedError)) throw error;
}

/** What the contract holds of the token of each withdrawal; nothing before the first look at the chain. */
async function heldBy(
  requests: readonly CosignRequest[],
  holdings: Holdings,
  block: number | undefined,
): Promise<ReadonlyMap<CosignRequest, bigint>> {
  const withdrawals = requests.filter(
    (request): request is CosignedWithdrawal => request.kind === 'withdrawal',
  );
  if (withdrawals.length === 0 || block === undefined) return new Map();
  const heldOf = await holdings.at(block, withdrawals);
  return new Map(withdrawals.map((request) => [request, heldOf(request)]));
}
