import type { ReplyOf, RequestDefinition, RequestOf } from '@exchange/contract/bus';
import { type Address, present, reject, type Rejection } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import {
  type Channel,
  errorPacket,
  type EventName,
  messagePacket,
  packet,
  packetText,
} from '@exchange/core/wire';
import { CLOSE, type Connection } from '../connection/connection';
import type { Edge } from '../edge';
import { REPLY_MS_MAX } from '../session/account-owner';
import type { Paid } from '../limits/charge-command';
import type { Session } from '../session/session';

/** One command on its way through the gateway: whose it is, and how it is answered. */
export class CommandTurn {
  /** The connection's running number of the command. */
  readonly number: number;
  /** Resolves when the outcome of what is carried out was told, or isn't awaited any more. */
  outcome: Promise<void> = Promise.resolve();
  /** In whose name it goes, whatever the connection logs in as meanwhile. */
  private readonly account: Address | undefined;

  constructor(
    readonly edge: Edge,
    readonly connection: Connection,
    readonly rid: number | undefined,
    private readonly paid: Paid,
  ) {
    this.account = connection.session?.account;
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

  /** Unix ms after which the command must not be carried out any more. */
  get deadline(): number {
    return this.edge.clock.now() + REPLY_MS_MAX;
  }

  get authority(): { grant: string; origin: Origin; deadline: number } {
    return { grant: this.session.grant, origin: this.origin, deadline: this.deadline };
  }

  answer(channel: Channel, name: EventName, message: unknown): void {
    this.connection.push(packetText(packet(channel, name, message, this.rid, this.connection.naming)));
  }

  say(text: string): void {
    this.connection.push(packetText(messagePacket(text, this.rid)));
  }

  refuse(rejection: Rejection): void {
    this.noteExhausted(rejection);
    this.connection.push(packetText(errorPacket(rejection, this.rid)));
  }

  /** account-service refused it for the account's points: until they are back, nobody needs to ask. */
  private noteExhausted({ retryAfterMs }: Rejection): void {
    const { account } = this;
    if (retryAfterMs === undefined || account === undefined) return;
    const { exhausted, clock } = this.edge;
    exhausted.remember(account, this.paid.tenths, clock.now() + retryAfterMs);
  }

  /**
   * Sends a command of the account whose packets come as notices. Refused at once, or UNKNOWN_OUTCOME when no notice
   * tells the outcome in time. `taken` sees the reply of an accepted one.
   */
  carryOut<D extends RequestDefinition>(
    definition: D,
    request: RequestOf<D>,
    taken: (reply: ReplyOf<D>) => void = () => undefined,
  ): void {
    const { edge, connection, number, session } = this;
    const expired = () => this.refuse(unknownOutcome());
    this.outcome = edge.outcomes.add(connection.id, number, edge.clock.now(), expired);
    this.guard(
      edge.owner.ask(definition, session.account, request).then((reply) => {
        if (reply.ok) taken(reply.value);
        else if (this.settle()) this.refuse(reply.code === 'UNKNOWN_OUTCOME' ? unknownOutcome() : reply);
      }),
    );
  }

  /** The command has its answer; false when it had one before. */
  settle(): boolean {
    return this.edge.outcomes.settle(this.connection.id, this.number);
  }

  /** Asks about the account; the answer waits until every notice up to its state has been sent. */
  look<D extends RequestDefinition>(
    definition: D,
    request: RequestOf<D>,
    answer: (reply: ReplyOf<D> & { accountSeq: number }) => void,
  ): void {
    const { edge, session } = this;
    this.guard(
      edge.owner.ask(definition, session.account, request).then((reply) => {
        if (!reply.ok) {
          this.refuse(reply.code === 'UNKNOWN_OUTCOME' ? noAnswer() : reply);
          return;
        }
        const value = reply.value as ReplyOf<D> & { accountSeq: number };
        session.follower.whenDelivered(value.accountSeq, () => answer(value));
      }),
    );
  }

  /** The reply to one of several questions whose answers make one; undefined when it was a refusal, which was told. */
  async reply<D extends RequestDefinition>(
    definition: D,
    account: Address,
    request: RequestOf<D>,
  ): Promise<ReplyOf<D> | undefined> {
    const reply = await this.edge.owner.ask(definition, account, request);
    if (reply.ok) return reply.value;
    this.refuse(reply.code === 'UNKNOWN_OUTCOME' ? noAnswer() : reply);
    return undefined;
  }

  /** A failure here is a defect: it is logged, and the client is told by the close code. */
  guard(work: Promise<void>): void {
    work.catch((error: unknown) => this.fail(error));
  }

  fail(error: unknown): void {
    this.edge.log.error({ err: error, connection: this.connection.id }, 'a command failed');
    this.connection.close(CLOSE.internalError, 'internal error');
  }
}

const unknownOutcome = (): Rejection =>
  reject(
    'UNKNOWN_OUTCOME',
    'no outcome within 5 s; ask with getOrder or look at the pending entries, or send the same signed order again',
  );

export const noAnswer = (): Rejection => reject('UNAVAILABLE', 'no answer came within 5 s; ask again');
