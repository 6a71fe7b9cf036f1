import { address, hash } from '@exchange/core/kernel';
import type { Command, EntryView, ServerEventName, ServerEventOf } from '@exchange/core/wire';
import { ExchangeError, type ExchangeErrorCode, isCode } from '../exchange-error';
import { signedWithdrawal } from '../withdrawal';
import type { AnnounceStep, CoSignStep, StepEnd, StepState, SubmitStep } from './steps';
import { lastSent } from './transactions';

/** What steps ask of the exchange: an ExchangeClient that is logged in with the account's own key. */
export interface ExchangePort {
  /** The contract's EIP-712 domain. */
  readonly domain: { readonly name: string; readonly chainId: number; readonly contract: string };
  /** Tokens by symbol. */
  readonly listed: { readonly tokens: Readonly<Record<string, { readonly contract: string }>> };
  /** Sends a command and gives the first packet of its answer; rejects with an ExchangeError. */
  request(command: { readonly c: string }): Promise<{ readonly event: string }>;
}

export interface ExchangeStepDeps {
  readonly exchange: ExchangePort;
  /** Entries that belong to lists already. */
  readonly taken: () => Promise<ReadonlySet<number>>;
  readonly pollMs: number;
  /** A command that was sent so long ago has been decided, and its entry shows. */
  readonly outcomeMs: number;
}

/** They say nothing about what became of a command. */
const NO_OUTCOME: readonly ExchangeErrorCode[] = [
  'CONNECTION_LOST',
  'TIMEOUT',
  'UNKNOWN_OUTCOME',
  'UNKNOWN_ERROR',
];
const isRefusal = (error: unknown): boolean =>
  error instanceof ExchangeError && !NO_OUTCOME.includes(error.code);

const PAGE_SIZE = 50;

type Asked = NonNullable<StepState['begun']['asked']>;

/** The steps at the exchange. A withdrawal whose answer was lost is found among the entries that came since. */
export class ExchangeSteps {
  constructor(private readonly deps: ExchangeStepDeps) {}

  /**
   * Has a withdrawal promised and signed. It is asked for once: another is only when none has come of it, or when its
   * deadline has passed and its amount is usable again.
   */
  async coSign(step: CoSignStep, { begun, keep }: StepState): Promise<StepEnd> {
    if (begun.lapsed !== undefined) {
      const { id, canceled } = await this.ended(begun.lapsed);
      if (!canceled) return { given: { entry: id } };
    }
    const found = begun.asked && (await this.since(begun.asked, step, false));
    if (found !== undefined) return this.signed(found, begun.asked);
    const { token, amount } = step;
    const command = { c: 'signWithdrawal', token: address(token), amount } as const;
    const asked = await this.begin(keep);
    try {
      return await this.signed((await this.ask(command, 'ledgerEntryStatus')).entry, asked);
    } catch (error) {
      if (isRefusal(error)) await keep({});
      throw error;
    }
  }

  /** Hands in a signed withdrawal. Its nonce is good once, so that asking again does no harm. */
  async submit({ command }: SubmitStep, { begun, keep }: StepState): Promise<StepEnd> {
    const asked = begun.asked ?? (await this.begin(keep));
    try {
      return { given: { entry: (await this.ask(command, 'ledgerEntryStatus')).entry.id } };
    } catch (error) {
      const isFirst = begun.asked === undefined;
      if (isFirst && isRefusal(error)) await keep({});
      if (isFirst || !isCode(error, ['NONCE_USED'])) throw error;
      const found = await this.since(asked, command, true);
      if (found === undefined) throw error;
      return { given: { entry: found.id } };
    }
  }

  /** Shows a deposit before it is mined, if the exchange will. */
  announce({ token, amount }: AnnounceStep, { given }: StepState): Promise<StepEnd> {
    const sent = lastSent(given);
    if (sent === undefined) return Promise.resolve({ given: {} });
    const txhash = hash(sent.hash);
    return this.show({ c: 'announceDeposit', token: address(token), amount, txhash });
  }

  /** Shows the transaction of a co-signed withdrawal before it is mined, if the exchange will. */
  showWithdrawal({ given }: StepState): Promise<StepEnd> {
    const sent = lastSent(given);
    const entry = given.findLast((one) => one.entry !== undefined)?.entry;
    if (sent === undefined || entry === undefined) return Promise.resolve({ given: {} });
    return this.show({ c: 'withdrawalTransaction', id: entry, txhash: hash(sent.hash) });
  }

  /** For display only: the exchange sees the chain by itself, so what it says to this stops nothing. */
  private async show(command: Command): Promise<StepEnd> {
    try {
      await this.ask(command, 'ledgerEntryStatus');
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
    }
    return { given: {} };
  }

  /** Keeps what there was before a withdrawal is asked for. */
  private async begin(keep: StepState['keep']): Promise<Asked> {
    const newest = (await this.page()).at(0)?.id ?? 0;
    const asked = { after: newest, at: Date.now() };
    await keep({ asked });
    return asked;
  }

  /** The withdrawal with its co-signature, which may still be under way. */
  private async signed(entry: EntryView, asked: Asked | undefined): Promise<StepEnd> {
    const until = this.decidedAt(asked);
    for (let now = entry; ; now = await this.entry(entry.id)) {
      if (now.signature.v !== undefined || now.canceled || Date.now() >= until) {
        return { given: { entry: now.id, consent: signedWithdrawal(now).signature } };
      }
      await this.pause();
    }
  }

  /** A withdrawal whose deadline has passed, when it is canceled or final. */
  private async ended(id: number): Promise<EntryView> {
    for (;;) {
      const entry = await this.entry(id);
      if (entry.canceled || entry.applied.every(([settled]) => settled === 1)) return entry;
      await this.pause();
    }
  }

  /** What came of a withdrawal that was asked for: the first entry like it that no list has. */
  private async since(
    asked: Asked,
    { token, amount }: { readonly token: string; readonly amount: string },
    withCanceled: boolean,
  ): Promise<EntryView | undefined> {
    const symbol = this.symbolOf(token);
    const until = this.decidedAt(asked);
    for (;;) {
      const isOver = Date.now() >= until;
      const taken = await this.deps.taken();
      const found = (await this.entriesAfter(asked.after)).findLast(
        ({ id, type, canceled, changes: [change] }) =>
          type === 'withdrawal' &&
          !taken.has(id) &&
          (withCanceled || !canceled) &&
          change?.token === symbol &&
          change.net === `-${amount}`,
      );
      if (found !== undefined || isOver) return found;
      await this.pause();
    }
  }

  /** When a command that was asked then has been decided, Unix ms; soon also by a clock that was set back. */
  private decidedAt(asked: Asked | undefined): number {
    const now = Date.now();
    return Math.min(asked?.at ?? now, now) + this.deps.outcomeMs;
  }

  private async entry(id: number): Promise<EntryView> {
    const found = (await this.entriesAfter(id - 1)).find((entry) => entry.id === id);
    if (found === undefined)
      throw new ExchangeError('UNKNOWN_ERROR', `entry ${id} is not among the account's`);
    return found;
  }

  /** The entries with a higher id, newest first. */
  private async entriesAfter(id: number): Promise<EntryView[]> {
    const found: EntryView[] = [];
    for (let before: number | undefined; ; before = found.at(-1)?.id) {
      const page = await this.page(before);
      const newer = page.filter((entry) => entry.id > id);
      found.push(...newer);
      if (newer.length < PAGE_SIZE) return found;
    }
  }

  private async page(before?: number): Promise<readonly EntryView[]> {
    const from = before === undefined ? {} : { before };
    const command = { c: 'getHistoricalLedgerEntries', limit: PAGE_SIZE, ...from } as const;
    return (await this.ask(command, 'historicalLedgerEntries')).entries;
  }

  private symbolOf(token: string): string {
    const { tokens } = this.deps.exchange.listed;
    const found = Object.entries(tokens).find(([, { contract }]) => address(contract) === address(token));
    if (found === undefined) throw new ExchangeError('UNKNOWN_TOKEN', `${token} is not listed`);
    return found[0];
  }

  private async ask<N extends ServerEventName>(command: Command, event: N): Promise<ServerEventOf<N>> {
    const packet = await this.deps.exchange.request(command);
    if (packet.event === event) return packet as ServerEventOf<N>;
    throw new ExchangeError('UNKNOWN_ERROR', `${command.c} was answered with ${packet.event}`);
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.deps.pollMs));
  }
}
