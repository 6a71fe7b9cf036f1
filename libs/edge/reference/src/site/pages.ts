import authentication from '../../../../../docs/interface/authentication.md';
import books from '../../../../../docs/interface/books.md';
import client from '../../../../../docs/interface/client.md';
import commands from '../../../../../docs/interface/commands.md';
import contract from '../../../../../docs/interface/contract.md';
import conversation from '../../../../../docs/interface/conversation.md';
import decisions from '../../../../../docs/interface/decisions.md';
import endpoints from '../../../../../docs/interface/endpoints.md';
import errors from '../../../../../docs/interface/errors.md';
import exitKit from '../../../../../docs/interface/exit-kit.md';
import events from '../../../../../docs/interface/events.md';
import history from '../../../../../docs/interface/history.md';
import identity from '../../../../../docs/interface/identity.md';
import solvency from '../../../../../docs/interface/solvency.md';
import marketMakers from '../../../../../docs/interface/market-makers.md';
import objects from '../../../../../docs/interface/objects.md';
import orders from '../../../../../docs/interface/orders.md';
import overview from '../../../../../docs/interface/README.md';
import rest from '../../../../../docs/interface/rest.md';
import websocket from '../../../../../docs/interface/websocket.md';
import withdrawals from '../../../../../docs/interface/withdrawals.md';

/** A page of docs/interface: the file it comes from, and its Markdown. */
export interface SourcePage {
  readonly file: string;
  readonly markdown: string;
}

/** A part of the contents, with its pages in reading order. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly SourcePage[];
}

const page = (file: string, markdown: string): SourcePage => ({ file, markdown });

/** Every page of docs/interface in reading order. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  {
    title: 'Start',
    pages: [page('README.md', overview), page('conversation.md', conversation), page('client.md', client)],
  },
  {
    title: 'Market data over HTTP',
    pages: [page('rest.md', rest), page('endpoints.md', endpoints)],
  },
  {
    title: 'The websocket',
    pages: [
      page('websocket.md', websocket),
      page('books.md', books),
      page('authentication.md', authentication),
      page('commands.md', commands),
      page('events.md', events),
      page('objects.md', objects),
      page('errors.md', errors),
    ],
  },
  {
    title: 'Trading and funds',
    pages: [
      page('orders.md', orders),
      page('market-makers.md', marketMakers),
      page('contract.md', contract),
      page('exit-kit.md', exitKit),
      page('withdrawals.md', withdrawals),
      page('history.md', history),
      page('solvency.md', solvency),
      page('identity.md', identity),
    ],
  },
  { title: 'Background', pages: [page('decisions.md', decisions)] },
];
