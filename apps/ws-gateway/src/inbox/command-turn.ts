import type { ReplyOf, RequestDefinition, RequestOf, SentStamp } from '@exchange/contract/bus';
import { type Address, partitionOf, present, reject, type Rejection } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import {
  type Channel,
  type CommandName,
  errorPacket,
  type EventName,
  messagePacket,
  packet,
  packetText,
} from '@exchange/core/wire';
import { CLOSE, type Connection } from '../connection/connection';
import { LONG_FROM_ITEMS, LongPacket } from '../connection/long-packet';
import { activeTrace, traceFault } from '@exchange/platform';
import type { Edge } from '../edge';
import { REPLY_MS_MAX, TAKEN_MS_MAX } from '../session/account-owner';
import type { Paid } from '../limits/charge-command';
import type { Session } from '../session/session';
import { traceRefusal } from './trace-refusal';

/** When a command came, and what it cost. */
export interface PaidCommand extends Paid {
  /** By the steady clock. */
  readonly receivedAt: number;
  readonly name: CommandName;
}

/** One command on its way through the gateway: whose it is, and how it is answered. */
export class CommandTurn {
  /** The connection's running number of the command. */
  readonly number: number;
  /** Resolves when all that is carried out is decided and told, or isn't awaited any more. */
  outcome: Promise<void> = Promise.resolve();
  /** Since when its time runs, by the steady clock. */
  private since: number;
  /** In whose name it goes, whatever the connection logs in as meanwhile. */
  private readonly account: Address | undefined;
  private readonly trace = activeTrace();
  private hasEnded = false;

  constructor(
    readonly edge: Edge,
    readonly connection: Connection,
    readonly rid: number | undefined,
    private readonly paid: PaidCommand,
  ) {
    this.account = connection.session?.account;
    this.since = paid.receivedAt;
    connection.commands += 1;
    this.number = connection.commands;
  }

  /** The login in whose name the command goes; commands that need none never ask. */
  get session(): Session {
    return present(this.connection.session, 'session of a private command');
  }

  get origin(): Origin {
    return {
      gateway: this.edge.gateway,
      connection: this.connection.id,
      command: this.number,
      ...(this.rid === undefined ? {} : { rid: this.rid }),
    };
  }

  /** When nobody waits for it any more, by the steady clock; what it waited for others counts. */
  get dueAt(): number {
    return this.since + REPLY_MS_MAX;
  }

  /** How long an answer may still be waited for. */
  get leftMs(): number {
    return Math.max(0, this.dueAt - this.edge.clock.steady());
  }

  private get waitedMs(): number {
    return this.edge.clock.steady() - this.paid.receivedAt;
  }

  /** After which time it must not be carried out any more, for a request that is sent now; its answer may come later. */
  get timing(): { deadline: number; sent: SentStamp } {
    const { clock } = this.edge;
    const at = clock.steady();
    const leftMs = Math.max(0, this.since + TAKEN_MS_MAX - at);
    return { deadline: clock.now() + leftMs, sent: { run: clock.run, at, leftMs } };
  }

  get authority(): { grant: string; origin: Origin; deadline: number; sent: SentStamp } {
    return { grant: this.session.grant, origin: this.origin, ...this.timing };
  }

  /** Runs a login when it is its turn; what it waits for that takes nothing of its time. */
  logIn(login: () => Promise<void>): Promise<void> {
    return this.edge.logins.inTurn(this.connection, () => {
      this.since = this.edge.clock.steady();
      return login();
    });
  }

  answer(channel: Channel, name: EventName, message: unknown): void {
    this.ends('ok');
    this.connection.push(packetText(packet(channel, name, message, this.rid, this.connection.naming)));
  }

  /** Answers with a list of any length. */
  answerList<T>(name: EventName, items: readonly T[], write: (item: T) => unknown): void {
    this.ends('ok');
    if (items.length <= LONG_FROM_ITEMS) return this.answer(0, name, items.map(write));
    const empty = packetText(packet(0, name, [], this.rid, this.connection.naming));
    this.connection.pushLong(new LongPacket(empty, items, write));
  }

  say(text: string): void {
    this.ends('ok');
    this.connection.push(packetText(messagePacket(text, this.rid)));
  }

  refuse(rejection: Rejection): void {
    this.noteExhausted(rejection);
    this.ends(rejection.code);
    const { trace, waitedMs } = this;
    traceRefusal(rejection.code, { command: this.paid.name, waitedMs, trace });
    this.connection.push(packetText(errorPacket(rejection, this.rid)));
  }

  /** Its first answer counts. */
  private ends(outcome: string): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const { edge, paid, trace } = this;
    edge.meters.command(paid.name, outcome, edge.clock.steady() - paid.receivedAt, trace?.traceId);
  }

  /** account-service refused it for the account's points: until they are back, nobody needs to ask. */
  private noteExhausted({ code, retryAfterMs }: Rejection): void {
    const { account } = this;
    if (code !== 'RATE_LIMITED' || retryAfterMs === undefined || account === undefined) return;
    const { exhausted, clock } = this.edge;
    exhausted.remember(account, this.paid.tenths, clock.steady() + retryAfterMs);
  }

  /**
   * Sends a command of the account whose packets come as notices. Refused at once, or UNKNOWN_OUTCOME when no notice
   * tells the outcome in time. `outlastsAnswer`: the owner tells when all of it is decided, which may be after the answer.
   */
  carryOut<D extends RequestDefinition>(
    definition: D,
    request: RequestOf<D>,
    { outlastsAnswer = false, taken = () => undefined }: Carried<D> = {},
  ): void {
    const { edge, connection, number, session, dueAt } = this;
    if (this.since + TAKEN_MS_MAX < edge.clock.steady()) return this.refuse(tooLate());
    const expired = () => this.refuse(unknownOutcome());
    this.outcome = edge.outcomes.add(connection.id, number, { dueAt, expired }, outlastsAnswer);
    this.guard(
      edge.owner.ask(definition, session.account, request).then((reply) => {
        if (reply.ok) {
          this.ends('ok');
          return taken(reply.value);
        }
        this.endsWithAnswer();
        if (this.answered()) this.refuse(reply.code === 'UNKNOWN_OUTCOME' ? unknownOutcome() : reply);
      }),
    );
  }

  /** The command has its answer; false when it had one before. */
  answered(): boolean {
    return this.edge.outcomes.answer(this.connection.id, this.number);
  }

  /** All of it is decided with its answer. */
  endsWithAnswer(): void {
    this.edge.outcomes.endWithAnswer(this.connection.id, this.number);
  }

  /**
   * Asks about the account; the answer waits until every notice up to its state has been sent. `owner`: the partition of
   * what is asked about, if it isn't the account's.
   */
  look<D extends RequestDefinition>(
    definition: D,
    request: RequestOf<D>,
    answer: (reply: ReplyOf<D> & { accountSeq: number }) => void,
    owner = partitionOf(this.session.account),
  ): void {
    const { edge, session } = this;
    this.guard(
      edge.owner.askPartition(definition, owner, request).then((reply) => {
        if (!reply.ok) {
          this.refuse(reply.code === 'UNKNOWN_OUTCOME' ? unanswered(definition) : reply);
          return;
        }
        const value = reply.value as ReplyOf<D> & { accountSeq: number };
        const late = () => this.refuse(unanswered(definition));
        this.whenDelivered(session, value.accountSeq, { answer: () => answer(value), late });
      }),
    );
  }

  /** Notices may be lost on the way, and the owner be away when it is asked for them: that is waited for in vain. */
  private whenDelivered(
    { follower }: Session,
    accountSeq: number,
    { answer, late }: { answer(): void; late(): void },
  ): void {
    let isOver = false;
    const once = (end: () => void) => {
      if (isOver) return;
      isOver = true;
      end();
    };
    follower.whenDelivered(accountSeq, () => once(answer));
    if (!isOver) this.guard(this.edge.clock.sleep(this.leftMs).then(() => once(late)));
  }

  /** The reply to one of several questions whose answers make one; undefined when it was a refusal, which was told. */
  async reply<D extends RequestDefinition>(
    definition: D,
    account: Address,
    request: RequestOf<D>,
  ): Promise<ReplyOf<D> | undefined> {
    const reply = await this.edge.owner.ask(definition, account, request, this.leftMs);
    if (reply.ok) return reply.value;
    this.refuse(reply.code === 'UNKNOWN_OUTCOME' ? noAnswer() : reply);
    return undefined;
  }

  /** A failure here is a defect: it is logged, and the client is told by the close code. */
  guard(work: Promise<void>): void {
    work.catch((error: unknown) => this.fail(error));
  }

  fail(error: unknown): void {
    const { edge, connection, trace, waitedMs } = this;
    const fields = { err: error, connection: connection.id };
    traceFault({ code: 'internal', waitedMs, attributes: { command: this.paid.name }, trace }, () =>
      edge.log.error({ alarm: 'request_failed', ...fields }, 'a command failed'),
    );
    this.connection.close(CLOSE.internalError, 'internal error');
  }
}

/** How a command is carried out, beside its request. */
interface Carried<D extends RequestDefinition> {
  readonly outlastsAnswer?: boolean;
  /** Sees the reply of an accepted one. */
  taken?(reply: ReplyOf<D>): void;
}

const tooLate = (): Rejection =>
  reject('DEADLINE_PASSED', 'it waited too long for earlier commands and was not carried out; send it again');

const unknownOutcome = (): Rejection =>
  reject(
    'UNKNOWN_OUTCOME',
    'no outcome within 5 s; ask with getOrder or look at the pending entries, or send the same signed order again',
  );

/** A question may be asked again; what a command did is not known. */
const unanswered = ({ pattern }: RequestDefinition): Rejection =>
  pattern.includes('.cmd.')
    ? reject('UNKNOWN_OUTCOME', 'no answer came within 5 s; it may have been done or not')
    : noAnswer();

export const noAnswer = (): Rejection => reject('UNAVAILABLE', 'no answer came within 5 s; ask again');
