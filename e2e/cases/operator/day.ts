import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AskedStep,
  type DeskClient,
  DeskError,
  type ShownEntry,
} from '../../../tools/kit/operator/desk-client';
import { signedIn } from '../../../tools/kit/operator/sign-in';
import { CommandLineWay } from '../../kit/operator/command-line-way';
import { PageWay } from '../../kit/operator/page-way';
import type { Way } from '../../kit/operator/way';
import type { RunningExchange } from '../../kit/running-exchange';
import { until } from '../../kit/until';
import { Cast } from './cast';
import { lookUpCases } from './look-ups';
import { AFTERNOON, type DayStep, MORNING, TAKER_PPM_AFTER } from './steps';

/** The fees of the second take the place of the first's, which is no longer possible 10 s before their start. */
const CASTS = [
  { symbol: 'DAYA', maker: 30, taker: 31, feesAfterMs: 180_000 },
  { symbol: 'DAYB', maker: 32, taker: 33, feesAfterMs: 45_000 },
] as const;
/** As configured. */
const TAKER_PPM_BEFORE = 2_500;
const FEES_MS_MAX = 60_000;
const LOGGED_MS_MAX = 30_000;

/** The same day played twice: wanted by the command line and approved by the page, and the reverse. */
interface Play {
  readonly cast: Cast;
  readonly wants: { readonly way: Way; readonly person: string };
  readonly approves: { readonly way: Way; readonly person: string };
}

/** What operators do in a day, by their command line and by their page, and what clients see of it. */
export function operatorDayCases(exchange: RunningExchange): void {
  describe("the operator's day", () => {
    let page: PageWay;
    let vera: DeskClient;
    let plays: readonly Play[] = [];
    const commandLine = new CommandLineWay(exchange);

    beforeAll(async () => {
      const opened = PageWay.open(exchange.desk, ['nora', 'otto', 'vera']);
      const first = await Cast.create(exchange, CASTS[0]);
      const second = await Cast.create(exchange, CASTS[1]);
      page = await opened;
      vera = await signedIn(exchange.desk, 'vera');
      plays = [
        {
          ...{ cast: first, wants: { way: commandLine, person: 'nora' } },
          approves: { way: page, person: 'otto' },
        },
        {
          ...{ cast: second, wants: { way: page, person: 'otto' } },
          approves: { way: commandLine, person: 'nora' },
        },
      ];
    });

    afterAll(async () => {
      for (const { cast } of plays) cast.close();
      await page?.close();
    });

    const codeOf = (asked: Promise<unknown>): Promise<string> =>
      asked.then(
        () => 'taken',
        (error: unknown) => (error instanceof DeskError ? error.code : String(error)),
      );

    /** One person wants it, another approves it where two are needed; nobody else may do either. */
    async function carryOut(step: DayStep, { cast, wants, approves }: Play): Promise<void> {
      await step.before?.(cast);
      const asked: AskedStep = { action: step.action, content: step.content(cast) };
      const reason = `${step.does} (${wants.way.name})`;
      expect(await codeOf(vera.submit([asked], reason))).toBe('NOT_ALLOWED');
      const wanted = await wants.way.want(wants.person, asked, reason);
      expect(wanted.kind).toBe(step.people === 1 ? 'ordered' : 'proposed');
      if (step.people === 2) {
        for (const person of [wants.person, 'vera']) {
          const client = await signedIn(exchange.desk, person);
          expect(await codeOf(client.judge('approve', wanted.seq, 'mine'))).toBe('NOT_ALLOWED');
        }
        await approves.way.approve(approves.person, wanted.seq, reason);
      }
      await Promise.all([step.seen(cast), expectLogged(step, wanted.seq, reason, { cast, wants, approves })]);
    }

    /** The log says who wanted it, who approved it, and that it was done: the page doesn't wait for that. */
    async function expectLogged(
      { action, people }: DayStep,
      seq: number,
      reason: string,
      { wants, approves }: Play,
    ): Promise<void> {
      const approvals = people === 1 ? [] : [approves.person];
      const proposal = people === 1 ? null : seq;
      let entries: ShownEntry[] = [];
      const order = () =>
        entries.find(
          (entry) => entry.kind === 'ordered' && entry['action'] === action && entry['reason'] === reason,
        );
      await until(`the log to say that "${reason}" was done`, LOGGED_MS_MAX, async () => {
        ({ entries } = await vera.ask<{ entries: ShownEntry[] }>('GET', `audit?after=${seq - 1}`));
        return entries.some((entry) => entry.kind === 'done' && entry['order'] === order()?.seq);
      });
      expect(order()).toMatchObject({ person: wants.person, approvals, proposal });
    }

    it('whoever has no role for it is told so, by both', async () => {
      const step = { action: 'set-market-status', content: { market: 'ETHDAI', status: 'cancel_only' } };
      const told = await Promise.all([commandLine.refusal('vera', step), page.refusal('vera', step)]);
      for (const refusal of told)
        expect(refusal).toMatch(
          /^NOT_ALLOWED: set-market-status needs the role market or risk; vera is viewer/,
        );
    });

    it.each(MORNING)('$does', playBoth);

    it('the announced fees start under load: each order is taken, and no trade has other fees', async () => {
      const loads = plays.map(({ cast }) => cast.trading);
      const isThere = () =>
        loads.every((trading) => trading?.takerPpms.at(-1) === TAKER_PPM_AFTER || trading?.isOver !== false);
      await until('trades with the new fees', FEES_MS_MAX, isThere);
      for (const trading of loads) {
        await trading?.end();
        const fees = trading?.takerPpms ?? [];
        expect([...new Set(fees)]).toEqual([TAKER_PPM_BEFORE, TAKER_PPM_AFTER]);
        expect(fees).toEqual(fees.toSorted((a, b) => b - a));
      }
    });

    it.each(AFTERNOON)('$does', playBoth);

    it('leaves a log that is as it was written, and that owners carried out', async () => {
      const told = await commandLine.says(['audit', 'verify'], 'vera');
      expect(told).toMatch(/^all \d+ entries are as they were written/);
      expect(told).not.toContain('not compared');
    });

    lookUpCases(() => ({ commandLine, page, cast: plays[0]?.cast }));

    async function playBoth(step: DayStep): Promise<void> {
      if (step.alone) for (const play of plays) await carryOut(step, play);
      else await Promise.all(plays.map((play) => carryOut(step, play)));
    }
  });
}
