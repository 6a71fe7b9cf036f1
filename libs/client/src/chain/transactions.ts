import type { CoSignature } from '../withdrawal';
import type { AccountOnChain, ChainCall } from './account-on-chain';
import { callData, type FunctionName } from './call-data';
import type { StepResult, SendStep, SentCall, StepEnd, StepState } from './steps';

/** A transaction that the contract refused in its block. */
export class ChainRefusal extends Error {
  override readonly name = 'ChainRefusal';

  constructor(
    readonly call: FunctionName,
    readonly hash: string,
  ) {
    super(`the contract refused ${call} in transaction ${hash}`);
  }
}

/** The steps on the chain: transactions of the account, each sent until one of its nonce is in a block. */
export class Transactions {
  constructor(
    private readonly chain: AccountOnChain,
    private readonly sent: (call: FunctionName, hash: string) => void,
  ) {}

  /** Sends a step's transaction, unless it was. */
  async send(step: SendStep, { given, begun, keep }: StepState): Promise<StepEnd> {
    const promised = step.isCoSigned === true ? given.at(-1) : undefined;
    const consent = promised?.consent;
    if (promised !== undefined && consent === undefined) return { given: { sent: null } };
    let { attempt } = begun;
    if (attempt === undefined && (await this.isNeedless(step))) return { given: { sent: null } };
    const values = consent === undefined ? step.values : [...step.values, ...signatureValues(consent)];
    const call: ChainCall = { to: step.to, data: callData(step.call, values), value: BigInt(step.wei) };
    if (attempt !== undefined) {
      const { hash, isOver } = await this.chain.find(call, attempt);
      if (hash !== undefined) return { given: { sent: { ...attempt, call: step.call, hash } } };
      // Something else has its nonce: it can't come any more.
      if (isOver) attempt = undefined;
    }
    if (promised?.entry !== undefined && consent !== undefined) {
      const isLapsed = (await this.chain.time()) > consent.deadline;
      if (isLapsed) return { backTo: 'coSign', begun: { lapsed: promised.entry } };
    }
    attempt ??= await this.chain.next();
    await keep({ attempt });
    const hash = await this.chain.send(call, attempt.nonce);
    this.sent(step.call, hash);
    return { given: { sent: { ...attempt, call: step.call, hash } } };
  }

  /** Waits for the last transaction. One that the chain forgot is sent again for its nonce; one that was refused, anew. */
  async mined({ given }: StepState): Promise<StepEnd> {
    const sent = lastSent(given);
    if (sent === undefined) return { given: {} };
    const isDone = await this.chain.mined(sent.hash);
    if (isDone === true) return { given: {} };
    if (isDone === undefined) return { backTo: 'send', begun: { attempt: sent } };
    return { backTo: 'send', begun: {}, error: new ChainRefusal(sent.call, sent.hash) };
  }

  private async isNeedless({ unless }: SendStep): Promise<boolean> {
    if (unless === undefined) return false;
    const allowed = await this.chain.allowance(unless.token, unless.spender);
    return allowed >= BigInt(unless.amount) || (unless.orNone && allowed === 0n);
  }
}

/** The transaction of the last step of that kind, if it was needed. */
export const lastSent = (given: readonly StepResult[]): SentCall | undefined =>
  given.findLast(({ sent }) => sent !== undefined)?.sent ?? undefined;

const signatureValues = ({ nonce, deadline, v, r, s }: CoSignature) => [nonce, deadline, v, r, s];
