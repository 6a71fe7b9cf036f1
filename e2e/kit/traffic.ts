/** A server packet (seed: Events): channel, event id, message, and the rid of the request that it answers. */
export type BarePacket = readonly [channel: string | number, event: string, message: unknown, rid?: number];

/** What a client sent, or what it was told. */
export type Said = { readonly frame: string } | { readonly packet: BarePacket };

/** One connection from its opening on, in the order of its client. */
export class Conversation {
  readonly said: Said[] = [];

  constructor(
    /** Opt-ins stand in its query. */
    readonly url: URL,
  ) {}

  push(...said: Said[]): void {
    this.said.push(...said);
  }

  get packets(): BarePacket[] {
    return this.said.flatMap((said) => ('packet' in said ? [said.packet] : []));
  }
}

export interface HeardAnswer {
  /** Without host and query. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** What the exchange said to all clients of a test run, for those who compare it with the reference. */
export const traffic: { readonly conversations: Conversation[]; readonly answers: HeardAnswer[] } = {
  conversations: [],
  answers: [],
};

export function startConversation(url: string): Conversation {
  const conversation = new Conversation(new URL(url));
  traffic.conversations.push(conversation);
  return conversation;
}

/** Asks over REST, and keeps what was answered. */
export async function askRest(rest: string, pathAndQuery: string): Promise<HeardAnswer> {
  const url = new URL(pathAndQuery, rest);
  const response = await fetch(url);
  const answer = { path: url.pathname, status: response.status, body: (await response.json()) as unknown };
  traffic.answers.push(answer);
  return answer;
}
