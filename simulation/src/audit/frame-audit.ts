import type { Packet } from '@exchange/core/wire';

/** A frame that was sent: its commands with their rids. */
export interface SentFrame {
  readonly commands: readonly {
    readonly rid: number;
    readonly c?: string;
    readonly [field: string]: unknown;
  }[];
  /** Unix ms. */
  readonly sentAt: number;
  /** All that was sent before has an outcome, and none of it can be carried out once more. */
  readonly certain: boolean;
  /** How many trades the account had been told of. */
  readonly trades: number;
  /** No message was lost or doubled meanwhile. */
  isCalm: boolean;
}

/** Past so long a command may have been given up, and those that waited for it gone on. */
const GIVEN_UP_MS = 4_000;
/** What was not applied in order was told so. */
const UNSURE = ['UNKNOWN_OUTCOME', 'DEADLINE_PASSED', 'UNAVAILABLE', 'RATE_LIMITED', 'MARKET_RESTARTING'];

/** Whether it may have been applied, or will be yet. */
export const isUnsure = (answer: Packet | undefined): boolean => UNSURE.includes(codeOf(answer));

const codeOf = (answer: Packet | undefined): string =>
  answer?.[1] === 'e' ? (String(answer[2]).split(':')[0] ?? '') : '';

/**
 * What the answers to a frame say against the order of its commands; undefined when they fit. `answers`: where the first
 * packet with each command's rid is among the packets.
 */
export function judgeFrame(
  frame: SentFrame & { readonly now: number; readonly tradesNow: number },
  answers: readonly number[],
  packets: readonly Packet[],
): string | undefined {
  const first = answers.map((answer) => packets[answer]);
  const codes = first.map(codeOf);
  if (!frame.isCalm || !frame.certain || frame.now - frame.sentAt > GIVEN_UP_MS) return 'not judged';
  const names = frame.commands.map(({ c }) => c).join(', ');
  const wrong = wrongWith(frame, answers, first, codes);
  return wrong && `the frame ${names} was not applied in order: ${wrong}`;
}

function wrongWith(
  { commands, trades, tradesNow }: { readonly tradesNow: number } & SentFrame,
  answers: readonly number[],
  first: readonly (Packet | undefined)[],
  codes: readonly string[],
): string | undefined {
  // A refusal by the owner may overtake what is told of an earlier command of the same turn.
  const done = answers.filter((_, index) => codes[index] === '');
  if (done.some((answer, index) => index > 0 && answer < (done[index - 1] ?? 0))) {
    return `answered in the order ${done.join(', ')}`;
  }
  if (codes.includes('EDIT_PENDING')) return 'EDIT_PENDING, and nobody else edits';
  const isCanceled = commands[0]?.c === 'cancelOrder' && codes[0] === '';
  if (isCanceled && codes[1] === 'DUPLICATE_CID') return 'the canceled order still had its cid';
  if (isCanceled && codes[1] === 'INSUFFICIENT_BALANCE' && trades === tradesNow) {
    return 'the canceled order still held its funds';
  }
  const open = first.find((answer) => answer?.[1] === 'os');
  const shown = (open?.[2] ?? []) as readonly unknown[];
  return shown.length === 0 ? undefined : `${shown.length} orders were open after cancelOrders`;
}
