import { cosignRequest, settleLeg, submission, tradeRole } from '@exchange/core/message';
import type { KnownTrade } from '@exchange/core/settlement';
import { remove, type RowChange, upsert } from '@exchange/platform';
import { hash } from '@exchange/core/kernel';
import type { LiveAttestation } from '../attestations/attestation';
import type { AttesterState } from '../attester-state';
import type { ChainSight } from '../chain/attester-chain';
import { type Cosignature, cosignatureKey, nonceOf } from '../cosigning/cosignature';
import { reportedTradeForm } from './reported-trade';
import {
  attestationsTable,
  chainMomentsTable,
  type CosignatureRow,
  cosignaturesTable,
  type KnownTradeRow,
  legsTable,
  submittedTable,
  tokensTable,
  tradesTable,
  withdrawalPauseTable,
} from './tables';

/** Everything that changed since the last call, each row once. */
export function changesOf(state: AttesterState): readonly RowChange[] {
  const { trades, attestations, cosignatures, submitted, pause, chain } = state;
  const { touched, legs, gone } = trades.takeChanges();
  const { view, tokens } = chain.takeChanges();
  const attested = attestations.takeTouched();
  const promised = submitted.takeTouched();
  const paused = pause.takeChange();
  const changes = [
    upsert(tradesTable, touched.map(tradeRow)),
    remove(
      tradesTable,
      gone.map((id) => ({ id })),
    ),
    upsert(
      legsTable,
      legs.map((leg) => ({ tradeId: leg.tradeId, role: leg.role, leg: settleLeg.write(leg) })),
    ),
    remove(
      legsTable,
      gone.flatMap((tradeId) => tradeRole.words.map((role) => ({ tradeId, role }))),
    ),
    upsert(
      attestationsTable,
      attested.flatMap(([, item]) => (item ? [attestationRow(item)] : [])),
    ),
    remove(
      attestationsTable,
      attested.flatMap(([digest, item]) => (item ? [] : [{ digest: hash(digest) }])),
    ),
    upsert(cosignaturesTable, cosignatures.takeTouched().map(cosignatureRow)),
    upsert(
      submittedTable,
      promised.flatMap(([entryId, item]) => (item ? [{ entryId, submission: submission.write(item) }] : [])),
    ),
    remove(
      submittedTable,
      promised.flatMap(([entryId, item]) => (item ? [] : [{ entryId }])),
    ),
    ...(paused === undefined ? [] : [pauseChange(paused)]),
    upsert(tokensTable, tokens),
    upsert(chainMomentsTable, view ? momentRows(view) : []),
  ];
  return changes.filter((change) => (change.upsert ?? change.remove ?? []).length > 0);
}

const pauseChange = ({ reason }: { readonly reason: string | undefined }): RowChange =>
  reason === undefined
    ? remove(withdrawalPauseTable, [{ id: 'newest' }])
    : upsert(withdrawalPauseTable, [{ id: 'newest', reason }]);

const tradeRow = ({ id, report, isReversed, isSpent }: KnownTrade): KnownTradeRow => ({
  id,
  report: report === undefined ? null : reportedTradeForm.write(report),
  isReversed,
  isSpent,
});

const attestationRow = ({ digest, r, vs, ...item }: LiveAttestation) => ({
  ...item,
  digest: hash(digest),
  r: hash(r),
  vs: hash(vs),
});

function cosignatureRow({ request, stage, signature }: Cosignature): CosignatureRow {
  const { account } = request;
  return {
    ...{ key: cosignatureKey(request), account, nonce: nonceOf(request), stage },
    request: cosignRequest.write(request),
    signature: signature ?? null,
  };
}

const momentRows = ({ newest, final }: ChainSight) => [
  { kind: 'newest' as const, ...newest },
  { kind: 'final' as const, ...final },
];
