import { marketReport } from '@exchange/contract/bus';
import { FIRST_RULES_VERSION } from '@exchange/core/matching';
import { type Moment, RecordReader } from '../../kit/running/moment';
import type { ExchangePlace } from './options';
import { publishedMessages } from './published-messages';
import type { RecordingSink } from './recording';

const REPORTS_PER_READ = 1_000;

interface MarketRow {
  readonly market: string;
  readonly first: string;
  readonly last: string;
}

interface ReportRow {
  readonly number: string;
  readonly at: string;
  readonly inputs: unknown[];
  readonly steps: string;
  readonly state_hash: string;
  readonly rules_version: string | null;
}

/** Reads the engine's record and what it published, as of one moment, while the exchange runs. */
export async function readExchange({ database, nats }: ExchangePlace, sink: RecordingSink): Promise<void> {
  const reader = await RecordReader.open(database);
  try {
    await reader.atOneMoment((record) => readRecord(record, nats, sink));
  } finally {
    await reader.close();
  }
}

async function readRecord(record: Moment, nats: string, sink: RecordingSink): Promise<void> {
  const markets = await record.rows<MarketRow>(
    `SELECT market, coalesce(min(number), 0) AS first, coalesce(max(number), 0) AS last
     FROM matching_engine.market LEFT JOIN matching_engine.report USING (market) GROUP BY market ORDER BY market`,
  );
  const forgotten = markets.filter(({ first }) => first !== '1').map(({ market }) => market);
  if (markets.length === 0) throw new Error('The engine has recorded nothing yet.');
  if (forgotten.length > 0) {
    throw new Error(
      `The first reports of ${forgotten.join(', ')} are no longer in the record, because snapshots cover them. ` +
        'Start an exchange that keeps them: SNAPSHOT_EVERY=1000000000 npm start, with a new data folder.',
    );
  }
  const heads = await record.rows<{ subject: string; seq: string }>(
    'SELECT subject, seq FROM matching_engine.outbox_heads',
  );
  const headOf = new Map(heads.map(({ subject, seq }) => [subject, Number(seq)]));
  const subjects = markets.map(({ market }) => marketReport.subject(market));
  const published = await publishedMessages(
    nats,
    new Map(subjects.map((subject) => [subject, headOf.get(subject) ?? 0])),
  );
  for (const { market, last } of markets) {
    const reports = Number(last);
    await sink.begin({ market, reports, published: published.get(marketReport.subject(market)) ?? [] });
    for (let after = 0; after < reports; after += REPORTS_PER_READ) {
      const rows = await record.rows<ReportRow>(
        `SELECT number, at, inputs, steps, state_hash, rules_version FROM matching_engine.report
         WHERE market = $1 AND number > $2 AND number <= $3 ORDER BY number`,
        [market, after, after + REPORTS_PER_READ],
      );
      for (const row of rows) {
        const { number, at, inputs, steps, state_hash: stateHash, rules_version: version } = row;
        await sink.report({
          number: Number(number),
          at: Number(at),
          inputs,
          steps: Number(steps),
          stateHash,
          rulesVersion: version === null ? FIRST_RULES_VERSION : Number(version),
        });
      }
    }
  }
}
