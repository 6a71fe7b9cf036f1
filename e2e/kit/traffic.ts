import type { Packet } from './connection';

/** What the exchange said to all clients of a test run, for those who compare it with the reference. */
export const traffic: { readonly packets: Packet[]; readonly answers: RestAnswer[] } = {
  packets: [],
  answers: [],
};

export interface RestAnswer {
  /** Without host and query. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** Asks over REST, and keeps what was answered. */
export async function askRest(rest: string, pathAndQuery: string): Promise<RestAnswer> {
  const url = new URL(pathAndQuery, rest);
  const response = await fetch(url);
  const answer = { path: url.pathname, status: response.status, body: (await response.json()) as unknown };
  traffic.answers.push(answer);
  return answer;
}
