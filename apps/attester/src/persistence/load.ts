import { tradeId } from '@exchange/core/kernel';
import {
  cosignRequest,
  type CosignRequest,
  settleLeg,
  type SettleLeg,
  submission,
} from '@exchange/core/message';
import type { KnownTrade } from '@exchange/core/settlement';
import type { Database, Records } from '@exchange/platform';
import type { AttesterState } from '../attester-state';
import type { ChainSight } from '../chain/attester-chain';
import { type Cosignature, cosignatureKey, nonceOf } from '../cosigning/cosignature';
import { reportedTradeForm } from './reported-trade';
import {
  attestationsTable,
  chainMomentsTable,
  type CosignatureRow,
  cosignaturesTable,
  legsTable,
  submittedTable,
  tokensTable,
  tradesTable,
  withdrawalPauseTable,
} from './tables';

/** Rebuilds the state from the database. */
export async function loadState(database: Database, state: AttesterState): Promise<void> {
  state.trades.restore(await loadTrades(database));
  state.attestations.restore(await database.find(attestationsTable));
  const open = await database.find(cosignaturesTable, { where: { stage: ['asked', 'signed'] } });
  state.cosignatures.restore(open.map(cosignature));
  const submitted = await database.find(submittedTable, { order: [['entryId', 'asc']] });
  state.submitted.restore(submitted.map((row) => submission.read(row.submission)));
  const [pause] = await database.find(withdrawalPauseTable);
  state.pause.restore(pause?.reason);
  const tokens = await database.find(tokensTable, { order: [['id', 'asc']] });
  state.chain.restore(
    await loadView(database),
    tokens.map(({ token }) => token),
  );
}

/** The earlier co-signatures of the requests, and of the nonces that they use. */
export async function recallCosignatures(
  records: Records,
  requests: readonly CosignRequest[],
): Promise<readonly Cosignature[]> {
  if (requests.length === 0) return [];
  const keys = requests.map(cosignatureKey);
  const accounts = [...new Set(requests.map(({ account }) => account))];
  const nonces = requests.flatMap((request) => nonceOf(request) ?? []);
  const rows = [
    ...(await records.find(cosignaturesTable, { where: { key: keys } })),
    ...(await records.find(cosignaturesTable, { where: { account: accounts, nonce: nonces } })),
  ];
  return rows.map(cosignature);
}

async function loadTrades(database: Database): Promise<readonly KnownTrade[]> {
  const legs = new Map<number, SettleLeg[]>();
  for (const row of await database.find(legsTable)) {
    const leg = settleLeg.read(row.leg);
    legs.set(leg.tradeId, [...(legs.get(leg.tradeId) ?? []), leg]);
  }
  return (await database.find(tradesTable)).map(({ id, report, isReversed, isSpent }) => {
    const side = (role: SettleLeg['role']) => legs.get(id)?.find((leg) => leg.role === role);
    return {
      ...{ id: tradeId(id), isReversed, isSpent },
      report: report === null ? undefined : reportedTradeForm.read(report),
      maker: side('maker'),
      taker: side('taker'),
    };
  });
}

async function loadView(database: Database): Promise<ChainSight | undefined> {
  const rows = await database.find(chainMomentsTable);
  const of = (wanted: 'newest' | 'final') => rows.find(({ kind }) => kind === wanted);
  const [newest, final] = [of('newest'), of('final')];
  if (!newest || !final) return undefined;
  const moment = ({ number, time }: { number: number; time: number }) => ({ number, time });
  return { newest: moment(newest), final: moment(final) };
}

const cosignature = ({ request, stage, signature }: CosignatureRow): Cosignature => ({
  request: cosignRequest.read(request),
  stage,
  signature: signature ?? undefined,
});
