import { createHash } from 'node:crypto';
import { marketReport } from '@exchange/contract/bus';
import { recordedInput } from '@exchange/core/message';
import { FIRST_RULES_VERSION, type OrderStore } from '@exchange/core/matching';
import {
  type ProcessorStep,
  MarketProcessor,
} from '../../../apps/matching-engine/src/markets/market-processor';
import { reportParts } from '../../../apps/matching-engine/src/outbox/market-report';
import type { RecordedMarket, RecordedReport } from './recording';

/** What came of doing a market's record again. */
export interface MarketFinding {
  readonly market: string;
  readonly reports: number;
  readonly inputs: number;
  readonly trades: number;
  readonly messages: number;
  readonly bytes: number;
  /** Unix ms of the first and the last turn. */
  readonly from: number;
  readonly to: number;
  /** SHA-256, in hex, over the hashes of all messages that were made. */
  readonly digest: string;
  /** The first message that was otherwise than published, or what is missing; nothing after it was looked at. */
  readonly difference: string | undefined;
  /**
   * The first report after which the state had another hash than recorded. Alone it says that another version of the
   * program made the record, in which the hash is another function of the same state.
   */
  readonly stateDifference: string | undefined;
}

export const hashOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Does what the engine did with one market again, with the engine's own code, and compares each byte it would publish. */
export class MarketReplay {
  private readonly processor: MarketProcessor;
  private readonly digest = createHash('sha256');
  private reports = 0;
  private inputs = 0;
  private trades = 0;
  private messages = 0;
  private bytes = 0;
  private from = 0;
  private to = 0;
  private difference: string | undefined;
  private stateDifference: string | undefined;

  constructor(
    private readonly recorded: RecordedMarket,
    newStore: () => OrderStore,
  ) {
    this.processor = new MarketProcessor(recorded.market, newStore);
  }

  /** The market's next report. One that isn't the next of the record is an error of the recording. */
  report(report: RecordedReport): void {
    const { number, at, inputs, steps, stateHash, rulesVersion = FIRST_RULES_VERSION } = report;
    const { market } = this.recorded;
    if (this.difference !== undefined) return;
    if (number !== this.reports + 1)
      throw new Error(`Report ${this.reports + 1} of ${market} is not in the record.`);
    this.reports = number;
    this.inputs += inputs.length;
    if (number === 1) this.from = at;
    this.to = at;
    this.processor.take(
      inputs.map((input) => recordedInput.read(input)),
      at,
    );
    const done: ProcessorStep[] = [];
    while (done.length < steps) {
      const step = this.processor.step();
      if (step === undefined)
        return this.differs(`report ${number} has ${done.length} steps, recorded were ${steps}`);
      done.push(step);
      this.trades += step.events.filter(({ kind }) => kind === 'trade').length;
    }
    const { hash, rulesVersion: version } = this.processor;
    for (const { content } of reportParts(market, at, done, version)) this.publish(number, content);
    if (version !== rulesVersion)
      return this.differs(
        `report ${number} is by version ${version} of the rules, recorded was ${rulesVersion}`,
      );
    if (hash !== stateHash)
      this.stateDifference ??= `after report ${number} the state is ${hash}, recorded was ${stateHash}`;
  }

  finding(): MarketFinding {
    const { recorded, reports, inputs, trades, messages, bytes, from, to } = this;
    if (reports < recorded.reports)
      this.differs(`${recorded.reports - reports} reports are missing in the recording`);
    if (messages < recorded.published.length)
      this.differs(`${messages} messages were made, published were ${recorded.published.length}`);
    const { market } = recorded;
    const digest = this.digest.copy().digest('hex');
    const { difference, stateDifference } = this;
    return {
      market,
      reports,
      inputs,
      trades,
      messages,
      bytes,
      from,
      to,
      digest,
      difference,
      stateDifference,
    };
  }

  private publish(number: number, content: object): void {
    this.messages += 1;
    const seq = this.messages;
    const data = marketReport.encode({ ...content, seq } as Parameters<typeof marketReport.encode>[0]);
    const hash = hashOf(data);
    this.bytes += data.length;
    this.digest.update(hash);
    const published = this.recorded.published[seq - 1];
    if (hash !== published)
      this.differs(
        published === undefined
          ? `message ${seq}, of report ${number}, was never published`
          : `message ${seq}, of report ${number}, has other bytes: its SHA-256 is ${hash}, published was ${published}`,
      );
  }

  /** Only the first difference counts: what follows from it says nothing. */
  private differs(what: string): void {
    this.difference ??= what;
  }
}
