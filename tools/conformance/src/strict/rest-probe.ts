import { envelope, failure, type Reader } from '@exchange/test/seed-client';

export interface ProbedAnswer {
  readonly httpStatus: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Asks the HTTP interface and refuses every answer that differs from the tables. */
export class RestProbe {
  constructor(readonly base: string) {}

  async answer(path: string): Promise<ProbedAnswer> {
    const response = await fetch(`${this.base}/rest/v1${path}`);
    return { httpStatus: response.status, headers: response.headers, body: await response.json() };
  }

  /** The data of an answer that must succeed. */
  async data<T>(path: string, layout: Reader<unknown>): Promise<T> {
    const { httpStatus, body } = await this.answer(path);
    if (httpStatus !== 200) throw new Error(`${path} was answered ${httpStatus} ${JSON.stringify(body)}`);
    envelope(layout)(body, path);
    return (body as { data: T }).data;
  }

  /** The message of an answer that must fail. */
  async refusal(path: string): Promise<string> {
    const { httpStatus, body } = await this.answer(path);
    if (httpStatus < 400) throw new Error(`${path} was answered ${httpStatus}`);
    failure(body, path);
    return (body as { message: string }).message;
  }
}
