import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/desk';
import { figuresOf, lastAlarms, marketsOf, solvencyOf } from '../sight/figures';
import type { SeenProcess, Sight } from '../sight/sight';
import { facts, html, type Html, table, timeText } from './html';
import { sendPage, viewed } from './viewed';

/** The first page: how the exchange is, renewed while somebody looks at it. */
export function addOverview(scope: FastifyInstance, desk: Desk, sight: Sight): void {
  scope.get(
    '/',
    viewed(desk, async (viewer, _, reply) => {
      const shown = overview(await sight.look(), desk.proposals().length);
      const body = html`<div data-live="/overview">${shown}</div>`;
      return sendPage(reply, { title: 'Overview', place: '/', body, ...viewer });
    }),
  );

  scope.get(
    '/overview',
    viewed(desk, async (_viewer, _, reply) => {
      const shown = overview(await sight.look(), desk.proposals().length);
      return reply.type('text/html; charset=utf-8').send(shown.text);
    }),
  );
}

const shownNumber = (value: number | undefined, unit = ''): string =>
  value === undefined
    ? '–'
    : `${Number.isFinite(value) ? Number(value.toPrecision(3)).toLocaleString('en') : '>'}${unit}`;

function overview(seen: readonly SeenProcess[], waiting: number): Html {
  const figures = figuresOf(seen);
  const { commandsPerSecond, refusalsPerSecond, faultsPerSecond, tradesPerSecond, answerSeconds } = figures;
  const away = seen.filter(({ state }) => state !== 'ready').length;
  const summary =
    away === 0
      ? html`<p class="told good">All ${seen.length} processes are ready.</p>`
      : html`<p class="told bad">${away} of ${seen.length} processes are not ready.</p>`;
  return html`${seen.length === 0 ? html`<p class="told">No processes are named to look at (OPERATOR_WATCHED).</p>` : summary}
    ${waiting > 0 ? html`<p class="told"><a href="/proposals">${waiting} proposals wait for a second person</a></p>` : undefined}
    ${facts([
      ['Commands', shownNumber(commandsPerSecond, ' / s')],
      ['Refused', shownNumber(refusalsPerSecond, ' / s')],
      ['Failed by our fault', shownNumber(faultsPerSecond, ' / s')],
      [
        '99 of 100 answered within',
        shownNumber(answerSeconds === undefined ? undefined : answerSeconds * 1_000, ' ms'),
      ],
      ['Trades', shownNumber(tradesPerSecond, ' / s')],
      ['Connections', shownNumber(figures.connections)],
      ['Unsettled trades', shownNumber(figures.unsettledTrades)],
      ['Oldest of them', shownNumber(figures.oldestTradeSeconds, ' s')],
      ['Batches that the gas pays', shownNumber(figures.runwayBatches)],
      ['Chain behind', shownNumber(figures.chainLagSeconds, ' s')],
    ])}
    <h2>Solvency</h2>
    ${solvency(seen)}
    <h2>Markets</h2>
    ${table(
      'Markets',
      ['Market', 'Open orders', 'Spread', 'Waiting inputs', 'State'],
      marketsOf(seen).map(({ market, openOrders, spreadBps, backlog, isStopped }) => [
        ...[market, shownNumber(openOrders), shownNumber(spreadBps, ' bps'), shownNumber(backlog)],
        isStopped ? html`<b class="bad">stopped</b>` : 'runs',
      ]),
      'No market is measured yet.',
    )}
    <h2>Services</h2>
    ${table(
      'Services and their standbys',
      ['Process', 'State', 'Role', 'Lacks'],
      seen.map(({ name, state, role, lacking }) => [
        name,
        html`<span class="${state === 'ready' ? 'good' : 'bad'}">${state}</span>`,
        ...[role ?? '–', lacking.join(', ')],
      ]),
      'Nothing is looked at.',
    )}
    <h2>Last alarms</h2>
    ${table(
      'Newest first',
      ['At', 'Alarm', 'Process', 'What'],
      lastAlarms(seen).map(({ at, code, severity, process, message }) => [
        timeText(at),
        html`<span class="${severity === 'page' ? 'bad' : ''}">${code}</span>`,
        ...[process, message],
      ]),
      'No alarm was raised.',
    )}`;
}

function solvency(seen: readonly SeenProcess[]): Html {
  const { differs, checkedBlock, ageSeconds, surplus } = solvencyOf(seen);
  const verdict =
    differs === undefined
      ? 'Nobody says.'
      : differs > 0
        ? html`<b class="bad">Chain, contract and ledger differ.</b>`
        : html`<span class="good">Chain, contract and ledger agree.</span>`;
  return html`<p>${verdict}</p>
    ${facts([
      ['Checked block', shownNumber(checkedBlock)],
      ['Checked before', shownNumber(ageSeconds, ' s')],
      ...surplus.map(({ token, units }) => [`Surplus of ${token}`, shownNumber(units)] as const),
    ])}`;
}
