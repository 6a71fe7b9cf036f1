import { type DeskClient, type ShownDryRun, type ShownEntry } from '../../kit/operator/desk-client';
import { textTable } from '../../kit/text-table';
import type { Answered } from './answered';
import { look } from './look';
import type { OperatorOptions } from './options';
import { overview } from './overview';
import { dryRunLines, effectLines, entryLines } from './shown';
import { stepsOf } from './steps';
import { type OperatorCommand, wrong } from './usage';

type Run = (desk: DeskClient, options: OperatorOptions) => Promise<Answered>;

/** What is done at the desk by somebody who is signed in. */
export const COMMANDS: Readonly<Record<Exclude<OperatorCommand, 'login' | 'logout' | 'code' | 'help'>, Run>> =
  {
    me: showMe,
    actions: showActions,
    apply: act,
    proposals: showProposals,
    show: showProposal,
    approve: judge('approve'),
    reject: judge('reject'),
    withdraw: judge('withdraw'),
    outcome: showOutcome,
    overview,
    look,
    groups: showGroups,
    audit,
  };

/** Without a reason a dry run; with one it is ordered, or proposed. */
export async function act(desk: DeskClient, { words, reason }: OperatorOptions): Promise<Answered> {
  const steps = stepsOf(words);
  if (reason === undefined) {
    const tried = await desk.dryRun(steps);
    return { value: tried, lines: dryRunLines(tried) };
  }
  return ended(desk, await desk.submit(steps, reason));
}

async function ended(desk: DeskClient, entries: readonly ShownEntry[]): Promise<Answered> {
  const [first] = entries;
  if (first?.kind === 'proposed') {
    const lines = [
      `proposed as ${first.seq}: another person approves it with approve ${first.seq} --reason TEXT`,
    ];
    return { value: { entries }, lines };
  }
  const outcomes = await desk.outcomes(entries);
  const lines = outcomes.flatMap(outcomeLines);
  const failed = outcomes.some(({ kind }) => kind !== 'done');
  return { value: { entries, outcomes }, lines: lines.length > 0 ? lines : entryLines(entries), failed };
}

function outcomeLines(outcome: ShownEntry): string[] {
  const { kind, order } = outcome;
  if (kind === 'done')
    return [`order ${String(order)} is done:`, ...effectLines(outcome['effects'] as never)];
  return [`order ${String(order)} was refused: ${String(outcome['code'])}: ${String(outcome['message'])}`];
}

async function showMe(desk: DeskClient): Promise<Answered> {
  const me = await desk.ask<{ name: string; roles: string[] }>('GET', 'me');
  return { value: me, lines: [`${me.name}: ${me.roles.join(', ')}`] };
}

async function showActions(desk: DeskClient): Promise<Answered> {
  const value = await desk.ask<{
    actions: { action: string; roles: string[]; people: string; mayDo: boolean }[];
  }>('GET', 'actions');
  const rows = value.actions.map(({ action, roles, people, mayDo }) => [
    ...[action, roles.join(', '), people, mayDo ? 'yes' : 'no'],
  ]);
  const head = ['action', 'roles', 'people', 'you may'];
  return { value, lines: textTable([head, ...rows], ['left', 'left', 'left', 'left']) };
}

interface Proposed {
  readonly seq: number;
  readonly person: string;
  readonly reason: string;
  readonly expiresAt: number;
  readonly steps: ShownDryRun['steps'];
}

const proposalRow = ({ seq, person, reason, expiresAt, steps }: Proposed): string[] => [
  ...[String(seq), person, new Date(expiresAt).toISOString().slice(0, 16)],
  ...[steps.map(({ action }) => action).join(', '), reason],
];

async function showProposals(desk: DeskClient): Promise<Answered> {
  const value = await desk.ask<{ proposals: Proposed[] }>('GET', 'proposals');
  if (value.proposals.length === 0) return { value, lines: ['nothing waits for a second person'] };
  const head = ['proposal', 'by', 'until (UTC)', 'what', 'why'];
  const rows = value.proposals.map(proposalRow);
  return { value, lines: textTable([head, ...rows], ['right', 'left', 'left', 'left', 'left']) };
}

async function showProposal(desk: DeskClient, { words }: OperatorOptions): Promise<Answered> {
  const value = await desk.ask<{ proposal: Proposed; now: ShownDryRun | { code: string; message: string } }>(
    ...(['GET', `proposals/${numberIn(words)}`] as const),
  );
  const { proposal, now } = value;
  const contents = proposal.steps.map(({ action, content }) => `${action} ${JSON.stringify(content)}`);
  const effects =
    'steps' in now ? dryRunLines(now).slice(0, -1) : [`it would be refused now: ${now.code}: ${now.message}`];
  return {
    value,
    lines: [`${proposal.seq} by ${proposal.person}: ${proposal.reason}`, ...contents, ...effects],
  };
}

function judge(verdict: 'approve' | 'reject' | 'withdraw'): Run {
  return async (desk, options) => {
    const { words, reason } = options;
    if (reason !== undefined) return ended(desk, await desk.judge(verdict, numberIn(words), reason));
    const shown = await showProposal(desk, options);
    return { ...shown, lines: [...shown.lines, `nothing was changed; with --reason TEXT you ${verdict} it`] };
  };
}

async function showOutcome(desk: DeskClient, { words }: OperatorOptions): Promise<Answered> {
  const value = await desk.ask<ShownEntry>('GET', `orders/${numberIn(words)}`);
  const waits = [`order ${numberIn(words)} is sent to its owner until that answers`];
  return { value, lines: value.kind === 'ordered' ? waits : outcomeLines(value) };
}

interface Groups {
  readonly groups: { name: string; partitions: number[]; process: string; holder: string | null }[];
  readonly processes: string[];
}

async function showGroups(desk: DeskClient): Promise<Answered> {
  const value = await desk.ask<Groups>('GET', 'groups');
  const rows = value.groups.map(({ name, partitions, process, holder }) => [
    ...[name, String(partitions.length), holder ?? 'nobody', process === '' ? 'any' : process],
  ]);
  const head = ['group', 'partitions', 'held by', 'meant for'];
  const table = textTable([head, ...rows], ['left', 'right', 'left', 'left']);
  return { value, lines: [...table, `processes: ${value.processes.join(', ')}`] };
}

/** So many entries are shown unless one says from where on. */
const NEWEST = 50;

interface Checked {
  readonly verdict: { ok: boolean; message?: string; head?: { seq: number; hash: string } };
  readonly carriedOut: number;
  readonly lacks: readonly string[];
}

async function audit(desk: DeskClient, { words, after }: OperatorOptions): Promise<Answered> {
  if (words[1] === 'list') {
    const value = await desk.ask<{ entries: ShownEntry[] }>(
      'GET',
      after === undefined ? `audit?limit=${NEWEST}` : `audit?after=${after}`,
    );
    return { value, lines: entryLines(value.entries) };
  }
  if (words[1] !== 'verify') throw wrong('audit list, or audit verify', 'audit');
  const value = await desk.ask<Checked>('GET', 'audit/verify');
  const { verdict, carriedOut, lacks } = value;
  const { seq, hash } = verdict.head ?? {};
  const whole = `all ${seq} entries are as they were written; the newest has the hash ${hash}`;
  const compared = `${carriedOut} orders were compared with what their owners carried out`;
  const lines = [
    verdict.ok ? whole : String(verdict.message),
    compared,
    ...lacks.map((lack) => `not compared: ${lack}`),
  ];
  return { value, lines, failed: !verdict.ok || lacks.length > 0 };
}

function numberIn([command, text = '']: readonly string[]): number {
  if (!/^\d{1,15}$/.test(text))
    throw wrong(`${String(command)} takes the number of an entry, not "${text}"`, command);
  return Number(text);
}
