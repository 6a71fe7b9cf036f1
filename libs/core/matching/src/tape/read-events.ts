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
import type { Fill, MarketEvent } from '../market-event';
import type { CarriedFees } from '../open-order';
import {
  DETAIL_SHIFT,
  doneCodes,
  EDITED_HIDDEN,
  EDITED_PEG,
  EDITED_STOP,
  kindCodes,
  refusalCodes,
  statusCodes,
  waitCodes,
} from './event-kinds';
import type { EventTape } from './event-tape';

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
    case 'waiting':
      return { kind, ...reader.order(), for: waitCodes.at(detail) };
    case 'triggered':
    case 'not_open':
      return { kind, ...reader.order() };
    case 'edit_refused':
      return { kind, ...reader.order(), reason: refusalCodes.at(detail) };
    case 'done':
      return { kind, ...reader.order(), reason: doneCodes.at(detail) };
    case 'edited':
      return readEdited(reader, detail);
    case 'rested':
      return { kind, ...reader.order(), side: sideAt(detail), rateKey: reader.rate(), ...reader.offer() };
    case 'trade':
      return readTrade(reader, detail);
    case 'level': {
      const [rateKey, count, amount] = [reader.rate(), reader.word(), reader.amount()];
      return { kind, side: sideAt(detail), rateKey, amount, count };
    }
    case 'status':
      return { kind, status: statusCodes.at(detail) };
    default:
      return unreachable(kind);
  }
}

function readEdited(reader: TapeReader, detail: number): MarketEvent {
  const order = reader.order();
  const rateKey = reader.rate();
  const leaveAt = reader.wide();
  const offer = reader.offer();
  const held = reader.amount();
  const fees = reader.fees();
  const stop = (detail & EDITED_STOP) === 0 ? {} : { stopRateKey: reader.rate() };
  const peg = (detail & EDITED_PEG) === 0 ? {} : { peg: { rateKey: reader.rate(), currency: reader.text() } };
  const hidden = (detail & EDITED_HIDDEN) !== 0;
  return { kind: 'edited', ...order, ...offer, held, rateKey, hidden, leaveAt, ...stop, ...peg, fees };
}

function readTrade(reader: TapeReader, detail: number): MarketEvent {
  const id = tradeId(reader.wide());
  const time = reader.wide();
  const rateKey = reader.rate();
  const [makerId, takerId] = [orderId(reader.wide()), orderId(reader.wide())];
  const [traded, quote] = [reader.amount(), reader.amount()];
  const [maker, taker] = [reader.fill(makerId), reader.fill(takerId)];
  return {
    kind: 'trade',
    tradeId: id,
    time,
    rateKey,
    takerSide: sideAt(detail),
    traded,
    quote,
    maker,
    taker,
  };
}

const sideAt = (detail: number): Side => (detail === 1 ? 'sell' : 'buy');

/** Takes apart what a tape holds, from its beginning. */
class TapeReader {
  private at = 0;
  private carriedAt = 0;

  constructor(private readonly tape: EventTape) {}

  get isDone(): boolean {
    return this.at === this.tape.length;
  }

  word(): number {
    return this.tape.wordAt(this.skip(1));
  }

  wide(): number {
    return this.tape.wideAt(this.skip(2));
  }

  amount(): TokenAmount {
    return this.tape.amountAt(this.skip(4));
  }

  rate(): RateKey {
    return this.word() as RateKey;
  }

  text(): string {
    return String.fromCharCode(...Array.from({ length: this.word() }, () => this.word()));
  }

  order(): { readonly orderId: OrderId; readonly account: Address } {
    return { orderId: orderId(this.wide()), account: this.account() };
  }

  offer(): { readonly sellBook: TokenAmount; readonly buyBook: TokenAmount } {
    return { sellBook: this.amount(), buyBook: this.amount() };
  }

  fees(): CarriedFees {
    return this.tape.feesAt(this.nextCarried());
  }

  fill(id: OrderId): Fill {
    const offer = this.offer();
    return { orderId: id, account: this.account(), ...offer, fees: this.fees() };
  }

  private account(): Address {
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
