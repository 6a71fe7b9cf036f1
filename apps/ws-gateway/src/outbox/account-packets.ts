import { rejectionFrom, unreachable } from '@exchange/core/kernel';
import type { AccountFact, AccountNotice, FeeTierView, Origin } from '@exchange/core/message';
import {
  balanceArray,
  delegateArray,
  errorPacket,
  type EventNaming,
  feeTierArray,
  messagePacket,
  orderArray,
  packet,
  type Packet,
  packetText,
  reconnectPacket,
  signatureObject,
  userTradeArray,
} from '@exchange/core/wire';
import { activeTrace } from '@exchange/platform';
import { CLOSE, type Connection } from '../connection/connection';
import type { Edge } from '../edge';
import type { FeedListener } from '../session/feed-follower';
import { endSession } from '../session/end-session';
import { entryArray } from './entry-array';

/** Turns the notices of an account into packets for one of its connections. */
export function accountListener(connection: Connection, edge: Edge): FeedListener {
  return {
    notice: (notice) => tell(notice, connection, edge),
    lost: () => {
      edge.log.warn(
        { connection: connection.id },
        'notices of the account are lost; the client must start again',
      );
      connection.push(packetText(reconnectPacket(0, 'account updates were lost: log in again')));
      connection.close(CLOSE.serviceRestart, 'account updates were lost');
    },
  };
}

/**
 * Only the connection that an origin names gets its rid, and only it hears of a refusal or a message that answers
 * it; a message that answers nobody is for all. What is told
 * before the answer goes without the rid, so that the first packet with a rid is the answer.
 */
function tell(notice: AccountNotice, connection: Connection, edge: Edge): void {
  for (const { origin, others = [], ended = [], interim, facts } of notice.items) {
    const isOwn = (asked: Origin) => asked.gateway === edge.gateway && asked.connection === connection.id;
    const asked = [...(origin === undefined ? [] : [origin]), ...others].filter(isOwn);
    for (const { command } of asked) edge.outcomes.answer(connection.id, command);
    for (const { command } of ended.filter(isOwn)) edge.outcomes.decide(connection.id, command);
    const rids = new Set(asked.map(({ rid }) => (interim === true ? undefined : rid)));
    const ofOthers = asked.length === 0;
    for (const fact of facts) {
      if (fact.kind === 'limits') {
        edge.exhausted.forget(notice.account);
        if (connection.session) connection.session.pointTenths = fact.pointTenths ?? undefined;
        continue;
      }
      if (fact.kind === 'feeTier' && !takeFeeTier(fact.feeTier, connection)) continue;
      if (fact.kind === 'trade') {
        // eslint-disable-next-line no-restricted-syntax -- the engine decided by its own clock
        edge.meters.tradeTold(edge.clock.now() - fact.trade.timestamp, activeTrace()?.traceId);
      }
      if (ofOthers && isAnswer(fact) && !(fact.kind === 'message' && origin === undefined)) continue;
      for (const rid of ofOthers ? [undefined] : rids)
        connection.push(packetText(factPacket(fact, rid, connection.naming)));
      if (removesLogin(fact, connection)) endSession(connection);
    }
  }
}

/**
 * Notes the tier that a connection is told of; false when it has been told just that. Whoever logs in between the start of a
 * schedule and the account's notice of it knows it by then.
 */
function takeFeeTier(tier: FeeTierView, { session }: Connection): boolean {
  if (session === undefined) return true;
  const { volume, makerPpm, takerPpm } = session.feeTier;
  session.feeTier = tier;
  return tier.volume !== volume || tier.makerPpm !== makerPpm || tier.takerPpm !== takerPpm;
}

/** What a client is told; the rest is for its gateway. */
type ToldFact = Exclude<AccountFact, { kind: 'limits' }>;

/** The packet of a fact; a user trade goes out in its market's channel (seed: Market events, userTrade). */
export function factPacket(fact: ToldFact, rid: number | undefined, naming: EventNaming): Packet {
  switch (fact.kind) {
    case 'order':
      return packet(0, 'orderStatus', orderArray(fact.order), rid);
    case 'balance':
      return packet(0, 'balanceStatus', balanceArray(fact.balance), rid);
    case 'entry':
      return packet(0, 'ledgerEntryStatus', entryArray(fact.entry), rid);
    case 'trade':
      return packet(fact.trade.market, 'userTrade', userTradeArray(fact.trade), rid, naming);
    case 'delegate':
      return packet(0, 'delegateStatus', delegateArray(fact.delegate), rid);
    case 'feeTier':
      return packet(0, 'feeTier', feeTierArray(fact.feeTier), rid);
    case 'orderCancellation': {
      const message = { signature: signatureObject(fact.signature), hash: fact.hash };
      return packet(0, 'orderCancellationSignature', message, rid, naming);
    }
    case 'minimumNonce': {
      const { token, minNonce, signature } = fact;
      const message = { token, minNonce, signature: signatureObject(signature) };
      return packet(0, 'minimumNonceSignature', message, rid);
    }
    case 'message':
      return messagePacket(fact.text, rid);
    case 'refused':
      return errorPacket(rejectionFrom(fact), rid);
    default:
      return unreachable(fact);
  }
}

/** Said to the connection that asked, and to no other, if one did. */
const isAnswer = ({ kind }: AccountFact): boolean => kind === 'refused' || kind === 'message';

/** A removed delegate's connections lose their rights at once. */
const removesLogin = (fact: AccountFact, { session }: Connection): boolean =>
  fact.kind === 'delegate' && !fact.delegate.accepted && fact.delegate.delegate === session?.delegate;
