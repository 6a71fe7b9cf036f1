import {
  type Address,
  orderId,
  type OrderId,
  type RateKey,
  type Side,
  tradeId,
  type TokenAmount,
  unreachable,
} from '@exchange/core/kernel';
import type { FeeTerms, Fill, MarketEvent } from '@exchange/core/message';
import { readAmount, readWide } from './words';
import { DETAIL_SHIFT } from '../../assembly/border';
import {
  doneCodes,
  EDITED_HIDDEN,
  EDITED_PEG,
  EDITED_STOP,
  kindCodes,
  refusalCodes,
  statusCodes,
  waitCodes,
} from './codes';
import type { EventTape } from './event-tape';

/** An amount on its way out of words. */
const halves = new BigUint64Array(2);
const quarters = new Int32Array(halves.buffer);
const KIND_MASK = (1 << DETAIL_SHIFT) - 1;

/** The events that a tape holds, as objects. */
export function readEvents(tape: EventTape): readonly MarketEvent[] {
  const reader = new TapeReader(tape);
  const events: MarketEvent[] = [];
  while (!reader.isDone) events.push(readEvent(reader));
  return events;
}

function readEvent(reader: TapeReader): MarketEvent {
  const head = reader.word();
  const detail = head >>> DETAIL_SHIFT;
  const kind = kindCodes.at(head & KIND_MASK);
  switch (kind) {
    case 'waiting': {
      const order = { orderId: reader.id(), account: reader.account() };
      const what = waitCodes.at(detail);
      return what === 'edit'
        ? { kind, ...order, for: what, rateKey: reader.rate() }
        : { kind, ...order, for: what };
    }
    case 'triggered':
    case 'not_open':
      return { kind, orderId: reader.id(), account: reader.account() };
    case 'edit_refused':
      return { kind, orderId: reader.id(), account: reader.account(), reason: refusalCodes.at(detail) };
    case 'done':
      return { kind, orderId: reader.id(), account: reader.account(), reason: doneCodes.at(detail) };
    case 'edited':
      return readEdited(reader, detail);
    case 'rested':
      return readRested(reader, detail);
    case 'trade':
      return readTrade(reader, detail);
    case 'level': {
      const rateKey = reader.rate();
      const count = reader.word();
      return { kind, side: sideAt(detail), rateKey, amount: reader.amount(), count };
    }
    case 'status':
      return { kind, status: statusCodes.at(detail) };
    default:
      return unreachable(kind);
  }
}

function readRested(reader: TapeReader, detail: number): MarketEvent {
  return {
    kind: 'rested',
    orderId: reader.id(),
    account: reader.account(),
    side: sideAt(detail),
    rateKey: reader.rate(),
    sellBook: reader.amount(),
    buyBook: reader.amount(),
  };
}

function readEdited(reader: TapeReader, detail: number): MarketEvent {
  const order = { orderId: reader.id(), account: reader.account() };
  const rateKey = reader.rate();
  const expiresAt = reader.wide();
  const offer = { sellBook: reader.amount(), buyBook: reader.amount() };
  const held = reader.amount();
  const fees = reader.fees();
  const stop = (detail & EDITED_STOP) === 0 ? {} : { stopRateKey: reader.rate() };
  const peg = (detail & EDITED_PEG) === 0 ? {} : { peg: { rateKey: reader.rate(), currency: reader.text() } };
  const hidden = (detail & EDITED_HIDDEN) !== 0;
  return { kind: 'edited', ...order, ...offer, held, rateKey, hidden, expiresAt, ...stop, ...peg, fees };
}

function readTrade(reader: TapeReader, detail: number): MarketEvent {
  const id = tradeId(reader.wide());
  const time = reader.wide();
  const rateKey = reader.rate();
  const makerId = reader.id();
  const takerId = reader.id();
  return {
    kind: 'trade',
    tradeId: id,
    time,
    rateKey,
    takerSide: sideAt(detail),
    traded: reader.amount(),
    quote: reader.amount(),
    maker: reader.fill(makerId),
    taker: reader.fill(takerId),
  };
}

const sideAt = (detail: number): Side => (detail === 1 ? 'sell' : 'buy');

/** Takes apart what a tape holds, from its beginning. */
class TapeReader {
  private readonly words: Int32Array;
  private readonly end: number;
  private at: number;
  private carriedAt = 0;

  constructor(private readonly tape: EventTape) {
    this.words = tape.words;
    this.at = tape.start;
    this.end = this.at + tape.length;
  }

  get isDone(): boolean {
    return this.at === this.end;
  }

  word(): number {
    return this.words[this.skip(1)] as number;
  }

  wide(): number {
    return readWide(this.words, this.skip(2));
  }

  amount(): TokenAmount {
    const at = this.skip(4);
    const { words } = this;
    quarters[0] = words[at] as number;
    quarters[1] = words[at + 1] as number;
    quarters[2] = words[at + 2] as number;
    quarters[3] = words[at + 3] as number;
    return readAmount(halves, 0) as TokenAmount;
  }

  rate(): RateKey {
    return this.word() as RateKey;
  }

  text(): string {
    return String.fromCharCode(...Array.from({ length: this.word() }, () => this.word()));
  }

  id(): OrderId {
    return orderId(this.wide());
  }

  fees(): FeeTerms {
    return this.tape.feesAt(this.nextCarried());
  }

  fill(id: OrderId): Fill {
    const sellBook = this.amount();
    const buyBook = this.amount();
    return { orderId: id, account: this.account(), sellBook, buyBook, fees: this.fees() };
  }

  account(): Address {
    return this.tape.accountAt(this.nextCarried());
  }

  private skip(words: number): number {
    const { at } = this;
    this.at += words;
    return at;
  }

  private nextCarried(): number {
    const { carriedAt } = this;
    this.carriedAt += 1;
    return carriedAt;
  }
}
