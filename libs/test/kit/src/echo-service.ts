import { chainBlock, chainStats, decodeJson, encodeJson } from '@exchange/contract/bus';
import {
  type Database,
  type Decision,
  defineTable,
  integerColumn,
  logOutput,
  type LogRead,
  primary,
  type Records,
  type RowOf,
  textColumn,
  type TurnHandler,
  type TurnInput,
  upsert,
} from '@exchange/platform';

export const heardTable = defineTable('heard', {
  id: primary(integerColumn),
  text: textColumn,
});
export type Heard = RowOf<typeof heardTable>;

/**
 * The smallest service: keeps what it hears from MARKET logs, requests and itself in a table, and writes one chain
 * block per input. It speaks as chain-watcher.
 */
export class EchoService implements TurnHandler<readonly TurnInput[]> {
  reads: readonly LogRead[] = [{ stream: 'MARKET', filter: 'market.v1.*' }];
  readonly serves = ['echo.v1.*'];
  readonly writes: readonly LogRead[] = [{ stream: 'CHAIN', filter: 'chain.v1.*' }];
  heard: Heard[] = [];
  /** Called at the start of every prepare; a test makes it throw. */
  beforePrepare: () => void = () => undefined;
  /** Called with what every prepare reads from. */
  whilePreparing: (records: Records) => Promise<void> = () => Promise.resolve();
  /** Called at the start of every decide; a test makes it throw. */
  beforeDecide: (inputs: readonly TurnInput[]) => void = () => undefined;

  constructor(private readonly database: Database) {}

  async load(): Promise<void> {
    this.heard = await this.database.find(heardTable, { order: [['id', 'asc']] });
  }

  async prepare(inputs: readonly TurnInput[], records: Records): Promise<readonly TurnInput[]> {
    this.beforePrepare();
    await this.whilePreparing(records);
    return inputs;
  }

  decide(inputs: readonly TurnInput[], at: number): Decision {
    this.beforeDecide(inputs);
    const before = this.heard.length;
    for (const input of inputs) this.heard.push({ id: this.heard.length + 1, text: textOf(input) });
    const rows = this.heard.slice(before);
    const notice = { height: this.heard.length, gasPrice: 1n };
    return {
      changes: [upsert(heardTable, rows)],
      logs: rows.map(() => logOutput(chainBlock, [1], { at, news: [] })),
      notices: [{ subject: chainStats.subject(1), data: chainStats.encode(notice) }],
      lines: rows.map(({ text }) => ({ level: 'info', fields: { text }, message: 'heard' })),
      replies: inputs.flatMap((input) =>
        input.from === 'request'
          ? [{ request: input.request, data: encodeJson({ ok: true, value: this.heard.length }) }]
          : [],
      ),
    };
  }
}

function textOf(input: TurnInput): string {
  switch (input.from) {
    case 'log':
      return `${input.entry.subject} ${input.entry.seq}`;
    case 'request':
      return String(decodeJson(input.request.data));
    case 'self':
      return input.signal.kind;
  }
}
