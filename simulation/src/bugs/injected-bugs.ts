import { ledgerMarket, marketReport } from '@exchange/contract/bus';
import { amount } from '@exchange/core/kernel';
import type { ChainFact, MarketEvent, MarketInput } from '@exchange/core/message';
import type { Command } from '@exchange/core/wire';
import type { OutboxMessage, StoredRow } from '@exchange/platform';
import type { Fault } from '../faults/fault-plan';
import { ACCEPTED } from '../../../apps/settlement-service/src/chain/node-answer';
import type { SimChain } from '../chain/sim-chain';
import { forgettingCommits, withChain, withCommits, withInputs, withMessages } from './buggy-ports';
import { ATTESTER_BUGS } from './attester-bugs';
import { withoutFacts } from './changed-facts';
import { inTable, type InjectedBug } from './injected-bug';
import { RESTRICTION_BUGS } from './restriction-bugs';
import { SUCCESSION_BUGS } from './succession-bugs';
import { REVERSAL_BUGS } from './reversal-bugs';

/** Changes the events of every report. */
const inReports = (change: (event: MarketEvent) => MarketEvent) => (message: OutboxMessage) => {
  if (!message.subject.startsWith('market.v1.')) return message;
  const report = marketReport.decode(message.data);
  const steps = report.steps.map((step) => ({ ...step, events: step.events.map(change) }));
  return { ...message, data: marketReport.encode({ ...report, steps }) };
};

/** Changes the inputs of every message to a book. */
const inInputs =
  (change: (input: MarketInput) => readonly MarketInput[]) =>
  (message: OutboxMessage): OutboxMessage => {
    if (!message.subject.startsWith('ledger.v1.market.')) return message;
    const content = ledgerMarket.decode(message.data);
    return { ...message, data: ledgerMarket.encode({ ...content, inputs: content.inputs.flatMap(change) }) };
  };

const onceAfter = (count: number) => {
  let seen = 0;
  return () => (seen += 1) === count;
};

const EMPTY_SETTLER: readonly Fault[] = [1, 2, 3].map(() => ({ kind: 'empty settler', looks: 10 }));

/** The engine takes every order for one that ends ten minutes later. */
function laterEnds(subject: string, data: Uint8Array): Uint8Array {
  if (!subject.startsWith('ledger.v1.market.')) return data;
  const sent = ledgerMarket.decode(data);
  const inputs = sent.inputs.map((input) =>
    input.kind === 'place' ? { ...input, expiresAt: input.expiresAt + 600 } : input,
  );
  return ledgerMarket.encode({ ...sent, inputs });
}

export const INJECTED_BUGS: readonly InjectedBug[] = [
  {
    name: 'accounts are read without what commits under way change',
    rebuild: () => ({ 'account-service': forgettingCommits }),
    shownBy: 7,
    finding: /postings say/,
  },
  {
    name: 'an ended order trades',
    rebuild: () => ({ 'matching-engine': withInputs(laterEnds) }),
    shownBy: 1,
    finding: /which had ended before/,
  },
  {
    name: 'the book is not told of which version an order’s fees are',
    rebuild: () => {
      const forget = (input: MarketInput): readonly MarketInput[] => {
        if (input.kind === 'cancel') return [input];
        const { version: _, ...fees } = input.fees;
        return [{ ...input, fees }];
      };
      return { 'account-service': withMessages(inInputs(forget)) };
    },
    shownBy: 10,
    finding: /never had fees 1|wrong rate/,
  },
  {
    name: 'an order that waits for an edit keeps a hold',
    rebuild: () => {
      const keep = (row: StoredRow) =>
        row['active'] === true && row['sellBook'] === 0n ? { ...row, held: 1n } : row;
      return { 'account-service': withCommits(inTable('orders', (rows) => rows.map(keep))) };
    },
    shownBy: 1,
    finding: /holds \d+ of .*its orders|needs at most 0/,
  },
  {
    name: 'an order is done that could wait for an edit',
    rebuild: () => {
      const end = (event: MarketEvent): MarketEvent => {
        if (event.kind !== 'waiting' || event.for !== 'edit') return event;
        const { orderId, account } = event;
        return { kind: 'done', orderId, account, reason: 'filled' };
      };
      return { 'matching-engine': withMessages(inReports(end)) };
    },
    shownBy: 1,
    finding: /ended, and could offer \d+ again/,
  },
  {
    name: 'a decided edit keeps what was reserved for it',
    rebuild: () => {
      const pending = new Map<unknown, unknown>();
      const keep = (row: StoredRow) => {
        const kept = row['editHeld'] ?? pending.get(row['id']) ?? null;
        pending.set(row['id'], kept);
        return row['active'] === true ? { ...row, editHeld: kept } : row;
      };
      return { 'account-service': withCommits(inTable('orders', (rows) => rows.map(keep))) };
    },
    shownBy: 1,
    finding: /its orders|still keeps|left to sell/,
  },
  {
    name: 'an edit reserves nothing',
    rebuild: () => {
      const forget = (row: StoredRow) => (row['editHeld'] === null ? row : { ...row, editHeld: 0n });
      return { 'account-service': withCommits(inTable('orders', (rows) => rows.map(forget))) };
    },
    shownBy: 2,
    finding: /holds \d+ of .*its orders/,
  },
  {
    name: 'the engine tells the opposite of what an edit hides',
    rebuild: () => {
      const hide = (event: MarketEvent): MarketEvent =>
        event.kind === 'edited' ? { ...event, hidden: !event.hidden } : event;
      return { 'matching-engine': withMessages(inReports(hide)) };
    },
    shownBy: 1,
    finding: /level (buy|sell) \d+ of|jumped the queue|differs from/,
  },
  {
    name: 'a posting is lost',
    rebuild: () => {
      const isDue = onceAfter(100);
      return { 'account-service': withCommits(inTable('posting', (rows) => rows.filter(() => !isDue()))) };
    },
    shownBy: 1,
    finding: /posting \d+ is missing|postings say/,
  },
  {
    name: 'a balance gains one unit',
    rebuild: () => {
      const isDue = onceAfter(60);
      const gain = (row: StoredRow) =>
        isDue()
          ? { ...row, usable: (row['usable'] as bigint) + 1n, settled: (row['settled'] as bigint) + 1n }
          : row;
      return { 'account-service': withCommits(inTable('balance', (rows) => rows.map(gain))) };
    },
    shownBy: 1,
    finding: /postings say/,
  },
  {
    name: 'a closed order keeps its hold',
    rebuild: () => {
      const keep = (row: StoredRow) => (row['active'] === false ? { ...row, held: 1n } : row);
      return { 'account-service': withCommits(inTable('orders', (rows) => rows.map(keep))) };
    },
    shownBy: 1,
    finding: /is closed and holds/,
  },
  {
    name: 'a trade gives one unit of quote too few',
    rebuild: () => {
      const less = (event: MarketEvent): MarketEvent =>
        event.kind === 'trade' ? { ...event, quote: amount(event.quote / 2n) } : event;
      return { 'matching-engine': withMessages(inReports(less)) };
    },
    shownBy: 1,
    finding: /worse for the (maker|taker) than it signed/,
  },
  {
    name: 'a level tells a wrong total',
    rebuild: () => {
      const more = (event: MarketEvent): MarketEvent =>
        event.kind === 'level' && event.count > 0 ? { ...event, count: event.count + 1 } : event;
      return { 'matching-engine': withMessages(inReports(more)) };
    },
    shownBy: 1,
    finding: /^.*level (buy|sell) \d+ of \w+ is/,
  },
  {
    name: 'a trade jumps the queue',
    rebuild: () => {
      const swap = (event: MarketEvent): MarketEvent =>
        event.kind === 'trade' ? { ...event, maker: event.taker, taker: event.maker } : event;
      return { 'matching-engine': withMessages(inReports(swap)) };
    },
    shownBy: 1,
    finding: /jumped the queue|is on the side that took|the taker is on the side/,
  },
  {
    name: 'a report is of a time before the last',
    rebuild: () => {
      const isDue = onceAfter(20);
      const earlier = (message: OutboxMessage) => {
        if (!message.subject.startsWith('market.v1.') || !isDue()) return message;
        const report = marketReport.decode(message.data);
        return { ...message, data: marketReport.encode({ ...report, at: report.at - 60_000 }) };
      };
      return { 'matching-engine': withMessages(earlier) };
    },
    shownBy: 1,
    finding: /ms before the last/,
  },
  {
    name: 'a public trade is lost',
    rebuild: () => {
      const isDue = onceAfter(5);
      return { 'market-data': withCommits(inTable('trades', (rows) => rows.filter(() => !isDue()))) };
    },
    shownBy: 1,
    finding: /trades were made, \d+ published/,
  },
  {
    name: 'notices are not kept for those who missed them',
    rebuild: () => ({ 'account-service': withCommits(inTable('notice', () => [])) }),
    shownBy: 1,
    finding: /was told up to \d+ of \d+/,
  },
  {
    name: 'positions are not stored with the effects',
    rebuild: () => ({ 'account-service': withCommits((turn) => ({ ...turn, positions: [] })) }),
    shownBy: 4,
    finding: /a service ended: DefectError/,
  },
  {
    name: 'a transaction that the node refused counts as sent',
    rebuild: () => {
      const send = async (chain: SimChain, raw: string) => {
        await chain.send(raw);
        return ACCEPTED;
      };
      return { 'settlement-service': withChain((chain) => ({ send: async (raw) => send(chain, raw) })) };
    },
    faults: EMPTY_SETTLER,
    shownBy: 1,
    finding: /counts as sent, and no node took it/,
  },
  {
    name: 'the fee of what no node has any more is raised, too',
    rebuild: () => ({ 'settlement-service': withChain(() => ({ holds: async () => true })) }),
    faults: EMPTY_SETTLER,
    shownBy: 1,
    finding: /the settler offered \d+ for nonce/,
  },
  {
    name: 'a gateway holds nothing back for a cancel or an edit',
    rebuild: () => {
      const forgetful = new Set<Command>();
      forgetful.add = () => forgetful;
      return { 'ws-gateway': (connection) => void Object.assign(connection, { underWay: forgetful }) };
    },
    shownBy: 1,
    finding: /was not applied in order/,
  },
  {
    name: 'a revoke of SETTLER is not noticed',
    rebuild: () => {
      const isRole = (fact: ChainFact) => fact.kind === 'parameter' && fact.name.startsWith('role.');
      return { 'chain-watcher': withMessages(withoutFacts(isRole)) };
    },
    faults: [{ kind: 'revoke settler', steps: 40 }],
    shownBy: 1,
    finding: /trades after SETTLER was revoked/,
  },
  {
    name: 'trades are late by a longer waiting period than the contract has',
    rebuild: () => {
      const isPeriod = (fact: ChainFact) => fact.kind === 'parameter' && fact.name === 'waitingPeriod';
      return { 'chain-watcher': withMessages(withoutFacts(isPeriod)) };
    },
    faults: [{ kind: 'silent settlement', steps: 40 }],
    shownBy: 1,
    finding: /trades in \w+, where a trade is late/,
  },
  {
    name: 'a cancel that was asked is asked again',
    rebuild: () => {
      const again = (input: MarketInput) => (input.kind === 'cancel' ? [input, input] : [input]);
      return { 'account-service': withMessages(inInputs(again)) };
    },
    shownBy: 1,
    finding: /asked to cancel order \d+ again/,
  },
  ...SUCCESSION_BUGS,
  ...REVERSAL_BUGS,
  ...RESTRICTION_BUGS,
  ...ATTESTER_BUGS,
];
