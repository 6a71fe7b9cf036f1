import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { solvencyQueries, type SolvencyReport } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import type { RestSolvency } from '@exchange/core/wire';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import { type Body, success } from '../answer/body';
import { Failure, refusedBy, unavailable } from '../answer/failure';
import { KeptBodies } from '../answer/kept-bodies';
import { send } from '../answer/send';

const WHAT = 'the solvency check';

/** `GET /rest/v1/solvency` (added to the seed): what the newest check found; `X-Data-Age` says how long ago that was. */
@Controller('rest/v1/solvency')
export class SolvencyController {
  private readonly kept = new KeptBodies();
  /** While one question is under way all who come wait for its answer. */
  private asked: Promise<Found> | undefined;

  constructor(
    @Inject(LiveMarkets) private readonly markets: LiveMarkets,
    @Inject(OwnerQueries) private readonly owners: OwnerQueries,
  ) {}

  @Get()
  async get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.asked ??= this.ask().finally(() => {
      this.asked = undefined;
    });
    const found = await this.asked;
    if (found instanceof Failure) return send(request, reply, found, 'never');
    void reply.header('x-data-age', Math.floor(found.ageMs / 1_000));
    send(request, reply, found.body, 'live');
  }

  private async ask(): Promise<Found> {
    const listing = this.markets.listing();
    if (listing === undefined) return unavailable('the listing');
    const reply = await this.owners.ask(solvencyQueries.reportQuery, { newest: true });
    if (!reply.ok) return refusedBy(reply, WHAT);
    const { report, ageMs } = reply.value;
    if (report === null) return unavailable(WHAT);
    const symbolOf = (contract: Address) => listing.tokenAt(contract)?.symbol ?? null;
    const body = this.kept.get('report', listing, report.checkedAt, () => success(shown(report, symbolOf)));
    return { body, ageMs };
  }
}

type Found = { readonly body: Body; readonly ageMs: number } | Failure;

/** In the order of the contract's tokens. */
function shown(report: SolvencyReport, symbolOf: (contract: Address) => string | null): RestSolvency {
  const { block, hash, time, checkedAt, difference, tokens } = report;
  return {
    ...{ block, hash, time, checkedAt },
    difference: difference && {
      ...{ kind: difference.kind, token: difference.token, block: difference.block },
      sentence: difference.sentence,
    },
    tokens: tokens.map(({ token, holdings, liabilities, balances, ledger, accounts, root }) => ({
      ...{ token, symbol: symbolOf(token), holdings: `${holdings}`, liabilities: `${liabilities}` },
      ...{
        balances: `${balances}`,
        ledger: `${ledger}`,
        surplus: `${holdings - liabilities}`,
        accounts,
        root,
      },
    })),
  };
}
