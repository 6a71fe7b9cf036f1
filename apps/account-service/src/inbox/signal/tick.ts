import { accountsOfOldAnnouncements, dropAnnouncements } from '../../accounts/old-announcements';
import { marketsDueAt } from '../../accounts/due-accounts';
import { cancelLost } from '../../disconnect/cancel-lost';
import { dueVolumes, evaluateDueVolumes } from '../../fees/due-volumes';
import { sendFreeFees } from '../../fees/moved-fees';
import { lateElsewhere } from '../../listing/tend-stops';
import { TOLD_AT_ONCE, tellStops } from '../../listing/tell-stops';
import { outdatedNotices } from '../../outbox/kept-notices';
import { noticeTable } from '../../persistence/tables/output-tables';
import { tellRules } from '../../listing/tell-rules';
import { sendPegRates } from '../../rates/send-peg-rates';
import { handle } from '../handle';
import { signal } from './account-signal';

/** What time alone ends: orders, connections that are silent, volumes, announcements, notices that nobody asks for. */
export const tick = handle(signal('tick'), {
  async prepare(_, deps) {
    const { records, clock, switches, unsettled, group } = deps;
    const now = clock.now();
    const nowSeconds = Math.floor(now / 1000);
    const [late, markets, volumes, announcers, notices] = await Promise.all([
      lateElsewhere(records, group),
      group.isHome ? marketsDueAt(records, nowSeconds) : [],
      dueVolumes(records, now),
      accountsOfOldAnnouncements(records, now),
      outdatedNotices(deps),
    ]);
    const lost = switches.due(clock.steady()).map(({ account }) => account);
    const stopped = unsettled.changedAccounts(TOLD_AT_ONCE);
    return { nowSeconds, late, markets, volumes, announcers, notices, lost, stopped };
  },

  needs: (_signal, _deps, { announcers, lost, stopped, volumes }) => ({
    accounts: [...announcers, ...lost, ...stopped, ...volumes.map(({ account }) => account)],
  }),

  decide(turn, _, { nowSeconds, late, markets, volumes, announcers, notices, stopped }) {
    const { output, book, steadyAt } = turn;
    book.lateElsewhere = late;
    cancelLost(turn);
    tellStops(turn, stopped);
    book.points.sweep(steadyAt);
    for (const account of new Set(announcers)) dropAnnouncements(turn, account);
    evaluateDueVolumes(turn, volumes);
    sendFreeFees(turn);
    tellRules(turn);
    sendPegRates(turn);
    for (const market of markets) output.control(market, { kind: 'time', now: nowSeconds });
    output.rows.forget(noticeTable, notices);
  },
});
