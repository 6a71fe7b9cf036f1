import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/desk';
import { figuresOf, lastAlarms, marketsOf, servicesOf, solvencyOf } from '../sight/figures';
import type { SeenProcess, Sight } from '../sight/sight';
import { facts, html, type Html, table, timeText } from './html';
import { sendPage, viewed } from './viewed';

interface OverviewParts {
  readonly seen: readonly SeenProcess[];
  /** Proposals that wait for a second person. */
  readonly waiting: number;
  /** Unix ms. */
  readonly now: number;
}

/** The first page: how the exchange is, renewed while somebody looks at it. */
export function addOverview(scope: FastifyInstance, desk: Desk, sight: Sight): void {
  const shown = async () =>
    overview({ seen: await sight.look(), waiting: desk.proposals().length, now: sight.now });

  scope.get(
    '/',
    viewed(desk, async (viewer, _, reply) => {
      const body = html`<div data-live="/overview">${await shown()}</div>`;
      return sendPage(reply, { title: 'Overview', place: '/', body, ...viewer });
    }),
  );

  scope.get(
    '/overview',
    viewed(desk, async (_viewer, _, reply) =>
      reply.type('text/html; charset=utf-8').send((await shown()).text),
    ),
  );
}

/** Counts as they are; what was measured with three digits; `>` beyond all that is told apart. */
function shownNumber(value: number | undefined, unit = ''): string {
  if (value === undefined) return '–';
  if (!Number.isFinite(value)) return `>${unit}`;
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(3));
  return `${shown.toLocaleString('en', { maximumSignificantDigits: 21 })}${unit}`;
}

const DAY_S = 86_400;
const HOUR_S = 3_600;
const MINUTE_S = 60;

/** In the largest unit of which it is two or more. */
function shownTime(seconds: number | undefined): string {
  if (seconds === undefined) return '–';
  const units = [
    [DAY_S, 'days'],
    [HOUR_S, 'h'],
    [MINUTE_S, 'min'],
  ] as const;
  const [size, unit] = units.find(([one]) => seconds >= 2 * one) ?? [1, 's'];
  return `${Math.floor(seconds / size)} ${unit}`;
}

function overview({ seen, waiting, now }: OverviewParts): Html {
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
      ['Oldest of them', shownTime(figures.oldestTradeSeconds)],
      ['Batches that the gas pays', shownNumber(figures.runwayBatches)],
      ['Chain behind', shownTime(figures.chainLagSeconds)],
    ])}
    <h2>Solvency</h2>
    ${solvency(seen)}
    <h2>Markets</h2>
    ${table(
      'As engines and books are measured',
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
      ['Process', 'State', 'Role', 'Running for', 'Lacks'],
      servicesOf(seen, now).map(({ name, state, role, tookOver, runningSeconds, lacking }) => [
        name,
        html`<span class="${state === 'ready' ? 'good' : 'bad'}">${state}</span>`,
        tookOver ? `${role ?? ''}, took over` : (role ?? '–'),
        ...[shownTime(runningSeconds), lacking.join(', ')],
      ]),
      'Nothing is looked at.',
    )}
    <h2>Last alarms</h2>
    ${table(
      'Newest first; what a process repeats is in one line',
      ['At', 'Alarm', 'Process', 'Times', 'What'],
      lastAlarms(seen).map(({ at, code, severity, process, times, message }) => [
        timeText(at),
        html`<span class="${severity === 'page' ? 'bad' : ''}">${code}</span>`,
        ...[process, times, html`<span class="text">${message}</span>`],
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
      ['Checked before', shownTime(ageSeconds)],
      ...surplus.map(({ token, units }) => [`Surplus of token ${token}`, shownNumber(units)] as const),
    ])}`;
}
