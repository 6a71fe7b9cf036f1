import {
  engineCommands,
  operatorCommands,
  type ReplyOf,
  type RequestDefinition,
} from '@exchange/contract/bus';
import { assert, ok, PARTITIONS, present, reject, type Rejection, type Result } from '@exchange/core/kernel';
import type { OperatorOrder, OperatorReply } from '@exchange/core/message';
import type { ActionStep } from '@exchange/core/operator';
import type { Requester } from '@exchange/platform';
import type { GatewayProcesses } from './gateway-processes';
import { HOME, OWNED, type OwnedAction, type Place } from './owned-action';

const ANSWER_MS_MAX = 5_000;
/** A process that is asked by name and doesn't answer is asked so often. */
const TRIES_BY_NAME = 3;

/** Which process of account-service has which accounts. */
export type AccountGroups = ReplyOf<typeof operatorCommands.groupsQuery>;

/** By which request, and by which names in its subject before the sender, an owner is reached. */
interface Route {
  readonly definition: RequestDefinition<unknown, OperatorReply>;
  readonly names: readonly (string | number)[];
}

/** Asks the owners of state, as this process: what would change, or to change it. */
export class StateOwners {
  /** Which group has which partition, while orders wait. */
  #groupNames: readonly string[] | undefined;

  constructor(
    private readonly requester: Requester,
    private readonly sender: string,
    private readonly gateways: GatewayProcesses,
  ) {}

  /** What a step would change, or why its owner refuses it; UNAVAILABLE when no answer comes in time. */
  async dryRun(step: ActionStep): Promise<Result<OperatorReply>> {
    const reply = await this.ask(step);
    if (!isSilent(reply)) return reply;
    // Whatever became of the question, it has changed nothing.
    const silence = reject('UNAVAILABLE', 'its owner did not answer in time; nothing was done');
    return this.silenceOf(placeOf(step), reply.code === 'UNKNOWN_OUTCOME' ? silence : reply);
  }

  /**
   * Has an order carried out; its owner does it once, however often it is sent. Undefined: nobody was there, or whether it was
   * done isn't known, so the same has to be sent again. Of a process by its name silence is an answer, too: nobody else takes
   * its orders, and it may never come back.
   */
  async order(step: ActionStep, order: OperatorOrder): Promise<Result<OperatorReply> | undefined> {
    const place = placeOf(step);
    for (let tries = TRIES_BY_NAME; ; tries -= 1) {
      const reply = await this.ask(step, { order });
      if (!isSilent(reply)) return reply;
      if (!isByName(place)) return undefined;
      if (reply.code === 'UNAVAILABLE' || tries === 1) return this.silenceOf(place, reply);
    }
  }

  /** The groups of accounts, and the processes that could have them. */
  async groups(): Promise<Result<AccountGroups>> {
    const known = await this.groupsBy([HOME]);
    return known.ok ? known : this.groupsBy(Array.from({ length: PARTITIONS }, (_, partition) => partition));
  }

  /** Whose queue a step is in; undefined while nobody has said which group has its partition. */
  nameOf(step: ActionStep): string | undefined {
    const place = placeOf(step);
    if ('partition' in place) return this.#groupNames?.[place.partition];
    if ('group' in place) return groupName(place.group);
    if ('gateway' in place) return `gateway ${place.gateway}`;
    // Of two moves of one market an engine refuses the one that comes late, whichever engine that is.
    return place.process === undefined
      ? 'map of markets'
      : `engine ${place.engine}, process ${place.process}`;
  }

  /** Asks those who are ordered something for their groups: whoever answers knows all. Gives whether somebody did. */
  async learnGroups(steps: readonly ActionStep[]): Promise<boolean> {
    const partitions = steps.map(placeOf).flatMap((place) => ('partition' in place ? place.partition : []));
    const known = await this.groupsBy([...new Set([HOME, ...partitions])]);
    if (!known.ok) return false;
    const names: string[] = [];
    for (const { name, partitions: own } of known.value.groups)
      for (const one of own) names[one] = groupName(name);
    this.#groupNames = names;
    return true;
  }

  /** They may be others when the next orders come. */
  forgetGroups(): void {
    this.#groupNames = undefined;
  }

  /** Asked of all these partitions, since those of a group that is away don't answer. */
  private async groupsBy(partitions: readonly number[]): Promise<Result<AccountGroups>> {
    const { groupsQuery } = operatorCommands;
    const asked = partitions.map((partition) =>
      this.requester.ask(groupsQuery, [partition, this.sender], { living: true }, ANSWER_MS_MAX),
    );
    const answered = asked.map(async (reply) => ((await reply).ok ? reply : Promise.reject(new Error())));
    return Promise.any(answered).catch(() => present(asked[0], 'partition that was asked'));
  }

  private async ask(
    step: ActionStep,
    ordered: { order?: OperatorOrder } = {},
  ): Promise<Result<OperatorReply>> {
    const route = await this.routeTo(step);
    if (!route.ok) return route;
    const { definition, names } = route.value;
    const request = { ...(definition.request.read(step.content) as object), ...ordered };
    return this.requester.ask(definition, [...names, this.sender], request, ANSWER_MS_MAX);
  }

  private async routeTo(step: ActionStep): Promise<Result<Route>> {
    const { definition } = ownedOf(step);
    const place = placeOf(step);
    if ('partition' in place) return ok({ definition, names: [place.partition] });
    if ('group' in place) {
      const partition = await this.partitionOf(place.group);
      return partition.ok ? ok({ definition, names: [partition.value] }) : partition;
    }
    if ('engine' in place) {
      const { engine, process } = place;
      return ok({ definition, names: process === undefined ? [engine] : [engine, process] });
    }
    const found = await this.gateways.find(place.gateway);
    return found.ok ? ok({ definition: found.value.drain, names: [found.value.sender] } as Route) : found;
  }

  private async partitionOf(group: string): Promise<Result<number>> {
    const known = await this.groups();
    if (!known.ok) return known;
    const { groups } = known.value;
    const partition = groups.find(({ name }) => name === group)?.partitions[0];
    const names = groups.map(({ name }) => name).join(', ');
    return partition === undefined
      ? reject('INVALID_FIELD', `there is no group ${group}; there are ${names}`)
      : ok(partition);
  }

  /** What is to be said of an owner that didn't answer: what runs instead, if that is known. */
  private async silenceOf(place: Place, silence: Rejection): Promise<Rejection> {
    if (silence.code === 'UNKNOWN_OUTCOME' || !isByName(place)) return silence;
    if ('gateway' in place)
      return reject('UNAVAILABLE', `the gateway ${place.gateway} doesn't answer; nothing was done`);
    const { engine, process } = place;
    const { enginesQuery } = engineCommands;
    const now = await this.requester.ask(enginesQuery, [this.sender], { living: true }, ANSWER_MS_MAX);
    const what = process === undefined ? `engine ${engine}` : `the process ${process} of engine ${engine}`;
    if (!now.ok)
      return reject('UNAVAILABLE', `${what} doesn't answer, and no other engine; nothing was done`);
    const { engines } = now.value;
    const known = engines.find((one) => one.engine === engine);
    if (known === undefined) {
      const names = engines.map((one) => one.engine).join(', ');
      return reject('INVALID_FIELD', `there is no engine ${engine}; there are ${names}`);
    }
    const names = known.processes.map(({ name }) => name).join(', ') || 'none';
    return process === undefined || known.processes.some(({ name }) => name === process)
      ? reject('UNAVAILABLE', `${what} doesn't answer; its processes that run: ${names}; nothing was done`)
      : reject('INVALID_FIELD', `engine ${engine} has no process ${process} that runs; there run: ${names}`);
  }
}

const groupName = (group: string): string => `account-service ${group}`;

function ownedOf({ action }: ActionStep): OwnedAction {
  assert(action !== 'set-roles', 'an action that an owner carries out');
  return OWNED[action];
}

const placeOf = (step: ActionStep): Place => ownedOf(step).place(step.content);

type ProcessPlace = Extract<Place, { readonly engine: string } | { readonly gateway: string }>;

const isByName = (place: Place): place is ProcessPlace => 'engine' in place || 'gateway' in place;

/** Not the owner's word: nobody was there, or whether it was done isn't known. */
const isSilent = (reply: Result<unknown>): reply is Rejection =>
  !reply.ok && (reply.code === 'UNAVAILABLE' || reply.code === 'UNKNOWN_OUTCOME');
