import { gatewayMetrics, moneyMetrics } from '@exchange/contract/metrics';
import { isFault, REJECTION_CODES } from '@exchange/core/kernel';
import { placeOf } from './alerts/place';
import { atMost, bucketsOf, countOf, type Expression, series } from './promql';

/** What users may rely on, and how it is measured: docs/operations/objectives.md. */
export interface Objective {
  readonly name: string;
  /** The share of good events over 30 days, between 0 and 1. */
  readonly target: number;
  /** One sentence: what holds for that share. */
  readonly promise: string;
  /** What is broken when it doesn't. */
  readonly broken: string;
  /** Events a second, and of these those that were bad. */
  readonly events: Expression;
  readonly bad: Expression;
  /** What an operator does first. */
  readonly act: string;
  /** An hour of what is measured, a value each minute, and the share of it that was bad. */
  readonly example: { readonly played: Readonly<Record<Expression, string>>; readonly share: number };
}

/** An order is accepted, or refused, in so many seconds: the aim under full load (docs/performance.md). */
export const ACCEPTED_WITHIN = 0.25;
/** A trade is final in so many seconds: two epochs of Ethereum, a full batch and a fee that had to be raised. */
export const SETTLED_WITHIN = 1_800;
/** Public data is so many seconds old at most; at 10 rest-gateway gives none. */
export const FRESH_WITHIN = 5;

/** Codes of refusals that are our own fault: the same command would have been taken from a well exchange. */
export const FAULTS: readonly string[] = REJECTION_CODES.filter(isFault);

const { commandsEnded, commandSeconds, dataAge, httpRequests } = gatewayMetrics;
const { settledSeconds } = moneyMetrics;
const placed = { command: 'placeOrder' } as const;
const perSecond = (counter: Expression): Expression => `sum(rate(${counter}[5m]))`;
/** A counter of what never happened has no series: that is 0, as long as there is somebody to count. */
const orNone = (bad: Expression, events: Expression): Expression => `(${bad} or ${events} * 0)`;

const COMMANDS = perSecond(series(commandsEnded));
const REQUESTS = perSecond(series(httpRequests));

const WS = placeOf('ws-gateway');
const REST = placeOf('rest-gateway');
/** 99 good ones a minute, and one bad one. */
const [ALL, GOOD, ONE] = ['0+100x60', '0+99x60', '0+1x60'];

/** One of the buckets of an example, by its bound. */
const bucket = (buckets: Expression, le: string): Expression => buckets.replace(/}$/, `, le="${le}"}`);

export const OBJECTIVES: readonly Objective[] = [
  {
    name: 'commands_answered',
    target: 0.999,
    promise: 'A command over the websocket is answered without a fault of ours.',
    broken: 'Commands of clients end with a fault of ours',
    events: COMMANDS,
    bad: orNone(perSecond(series(commandsEnded, { outcome: { anyOf: FAULTS } })), COMMANDS),
    act: 'See which outcome and which service: not ready, without its broker or database, or overloaded.',
    example: {
      played: {
        [series(commandsEnded, { command: 'ping', outcome: 'ok', ...WS })]: GOOD,
        [series(commandsEnded, { command: 'ping', outcome: 'UNAVAILABLE', ...WS })]: ONE,
      },
      share: 0.01,
    },
  },
  {
    name: 'requests_answered',
    target: 0.999,
    promise: 'A request over REST is answered, not with a status from 500 on.',
    broken: 'Requests over REST end with a fault of ours',
    events: REQUESTS,
    bad: orNone(perSecond(series(httpRequests, { status: { anyOf: ['5..'] } })), REQUESTS),
    act: 'See which route and status: 503 is old data, 500 a defect that the log tells.',
    example: {
      played: {
        [series(httpRequests, { route: '/markets', status: '200', ...REST })]: GOOD,
        [series(httpRequests, { route: '/markets', status: '503', ...REST })]: ONE,
      },
      share: 0.01,
    },
  },
  {
    name: 'orders_accepted_quickly',
    target: 0.99,
    promise: `An order is accepted or refused within ${ACCEPTED_WITHIN * 1_000} ms of its arrival.`,
    broken: 'Orders are answered late',
    events: perSecond(countOf(commandSeconds, placed)),
    bad: `(${perSecond(countOf(commandSeconds, placed))} - ${perSecond(atMost(ACCEPTED_WITHIN, commandSeconds, placed))})`,
    act: 'See what is full: the turn of account-service, its database, or the processor.',
    example: {
      played: {
        [bucket(bucketsOf(commandSeconds, { ...placed, ...WS }), `${ACCEPTED_WITHIN}`)]: GOOD,
        [countOf(commandSeconds, { ...placed, ...WS })]: ALL,
      },
      share: 0.01,
    },
  },
  {
    name: 'trades_settled_in_time',
    target: 0.99,
    promise: `A trade is final on the chain within ${SETTLED_WITHIN / 60} minutes.`,
    broken: 'Trades become final late',
    events: perSecond(countOf(settledSeconds)),
    bad: `(${perSecond(countOf(settledSeconds))} - ${perSecond(atMost(SETTLED_WITHIN, settledSeconds))})`,
    act: 'See where trades wait: for a batch, an attestation, a block, or until that is final.',
    example: {
      played: {
        [bucket(bucketsOf(settledSeconds, placeOf('settlement-service')), `${SETTLED_WITHIN}.0`)]: GOOD,
        [countOf(settledSeconds, placeOf('settlement-service'))]: ALL,
      },
      share: 0.01,
    },
  },
  {
    name: 'public_data_fresh',
    target: 0.999,
    promise: `Public data that a gateway gives is at most ${FRESH_WITHIN} s old.`,
    broken: 'Gateways give old public data',
    events: `count(${series(dataAge)})`,
    bad: `sum(${series(dataAge)} > bool ${FRESH_WITHIN})`,
    act: 'See whether market-data and the engine run, and whether gateways hear the broker.',
    example: {
      played: { [series(dataAge, WS)]: '1x60', [series(dataAge, REST)]: '7x60' },
      share: 0.5,
    },
  },
];
