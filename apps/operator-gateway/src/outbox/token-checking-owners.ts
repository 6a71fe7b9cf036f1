import type { ChainNodes } from '@exchange/contract/chain';
import { ok, type Result } from '@exchange/core/kernel';
import { EFFECTS_MAX, type OperatorReply } from '@exchange/core/message';
import type { ActionStep } from '@exchange/core/operator';
import type { Requester } from '@exchange/platform';
import type { GatewayProcesses } from './gateway-processes';
import { StateOwners } from './state-owners';
import { tokenTraps } from './token-traps';

/** The owners of state, where the dry run of a token's listing also says how the token behaves. */
export class TokenCheckingOwners extends StateOwners {
  constructor(
    requester: Requester,
    sender: string,
    gateways: GatewayProcesses,
    private readonly nodes: ChainNodes,
  ) {
    super(requester, sender, gateways);
  }

  override async dryRun(step: ActionStep): Promise<Result<OperatorReply>> {
    const reply = await super.dryRun(step);
    if (!reply.ok || step.action !== 'list-token') return reply;
    // Listing the same again changes nothing, and needs no look.
    const { effects } = reply.value;
    if (effects.length === 0) return reply;
    const traps = await tokenTraps(this.nodes, step.content);
    return traps.ok ? ok({ effects: [...effects, ...traps.value].slice(0, EFFECTS_MAX) }) : traps;
  }
}
