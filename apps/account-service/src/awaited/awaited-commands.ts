import type { Address, EntryId, Hash, OrderId } from '@exchange/core/kernel';
import type { Fact, OrdersPart } from '@exchange/core/ledger';
import type { Origin } from '@exchange/core/message';

/** What a command that was taken waits for before it can be answered. */
export type Awaits =
  | { readonly kind: 'withdrawal'; readonly entryId: EntryId }
  | { readonly kind: 'removal'; readonly delegate: Address }
  | { readonly kind: 'cancellation'; readonly digest: Hash }
  /** `waitsFor`: as the ledger keeps it. */
  | {
      readonly kind: 'minimumNonce';
      readonly token: Address;
      readonly minNonce: number;
      readonly waitsFor: readonly Hash[];
    }
  /** The end of an order whose book was asked before. */
  | { readonly kind: 'cancel'; readonly orderId: OrderId }
  /** The ends of these orders; those that have ended are taken out. */
  | { readonly kind: 'cancels'; readonly orders: Set<OrderId> };

export interface AwaitedCommand {
  readonly account: Address;
  readonly origin: Origin;
  readonly awaits: Awaits;
  /** Of cancels: an order's end answered it. Of signatures: who asked was told that settlement is pending. */
  told: boolean;
}

/** What a fact means to a command. */
interface Heard {
  readonly command: AwaitedCommand;
  /** The fact is told with the command's rid. */
  readonly answers: boolean;
  /** Nothing more is awaited. */
  readonly isLast: boolean;
}

/** So many commands of an account are remembered; the answer of the oldest comes without its rid when there are more. */
const AWAITED_MAX = 200;

/** The commands of each account in memory whose answer comes later than their reply. */
export class AwaitedCommands {
  private readonly byAccount = new Map<Address, Set<AwaitedCommand>>();

  /** Commands in the order in which they were asked. */
  of(account: Address): Iterable<AwaitedCommand> {
    return this.byAccount.get(account) ?? [];
  }

  /** Remembers a command. Returns the one that is forgotten for it, if there are too many. */
  add(command: AwaitedCommand): AwaitedCommand | undefined {
    const { account } = command;
    const commands = this.byAccount.get(account) ?? new Set();
    this.byAccount.set(account, commands.add(command));
    const [oldest] = commands;
    if (oldest === undefined || commands.size <= AWAITED_MAX) return undefined;
    commands.delete(oldest);
    return oldest;
  }

  /** Which commands of the account a fact concerns; those that await nothing more are forgotten. */
  hear(account: Address, fact: Fact): Heard[] {
    const commands = this.byAccount.get(account);
    if (commands === undefined) return [];
    const heard = [...commands].flatMap((command) => effectOf(command, fact) ?? []);
    for (const { command, isLast } of heard) if (isLast) commands.delete(command);
    if (commands.size === 0) this.byAccount.delete(account);
    return heard;
  }

  /** The account leaves memory. */
  evict(account: Address): void {
    this.byAccount.delete(account);
  }
}

function effectOf(command: AwaitedCommand, fact: Fact): Heard | undefined {
  const { awaits } = command;
  if (awaits.kind !== 'cancels' && awaits.kind !== 'cancel') {
    return isAnswer(awaits, fact) ? { command, answers: true, isLast: true } : undefined;
  }
  if (fact.kind !== 'orderChanged' || fact.order.active) return undefined;
  const { id, canceled } = fact.order;
  if (awaits.kind === 'cancel') {
    return awaits.orderId === id ? { command, answers: canceled, isLast: true } : undefined;
  }
  if (!awaits.orders.delete(id)) return undefined;
  return { command, answers: canceled, isLast: awaits.orders.size === 0 };
}

/** A withdrawal that ended without a signature is answered by its end. */
function isAnswer(awaits: Exclude<Awaits, { kind: 'cancel' | 'cancels' }>, fact: Fact): boolean {
  switch (awaits.kind) {
    case 'withdrawal': {
      if (fact.kind !== 'entryChanged' || fact.entry.id !== awaits.entryId) return false;
      const { cause, open } = fact.entry;
      return !open || (cause.kind === 'withdrawal' && cause.signature !== null);
    }
    case 'removal': {
      if (fact.kind !== 'delegateChanged') return false;
      const { delegate, removal } = fact.delegate;
      return delegate === awaits.delegate && removal !== null && removal.signature !== null;
    }
    case 'cancellation': {
      if (fact.kind !== 'cancellationChanged') return false;
      const { digest, signature } = fact.cancellation;
      return digest === awaits.digest && signature !== null;
    }
    case 'minimumNonce':
      return (
        fact.kind === 'minimumNonceSigned' &&
        fact.token === awaits.token &&
        fact.asked.minNonce >= awaits.minNonce
      );
  }
}

/** The orders whose trades must be final before a command is answered; undefined when none must. */
export function ordersToSettle(awaits: Awaits): OrdersPart | undefined {
  switch (awaits.kind) {
    case 'removal':
      return { signer: awaits.delegate };
    case 'cancellation':
      return { digests: new Set([awaits.digest]) };
    case 'minimumNonce':
      return { digests: new Set(awaits.waitsFor) };
    case 'withdrawal':
    case 'cancel':
    case 'cancels':
      return undefined;
  }
}
