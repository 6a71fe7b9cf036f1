import { chainNodesOf } from '@exchange/contract/chain';
import { address, type Address } from '@exchange/core/kernel';
import { CLOCK, LOG, METERS, PlatformModule, REQUESTER, RoundLoop, TURN } from '@exchange/edge/service-host';
import {
  type Clock,
  createCrypto,
  keyedHash,
  leaseTerms,
  type Log,
  type Meters,
  reportNodes,
  Prompts,
  type Requester,
  secretKey,
  type Turn,
} from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { SolvencyState } from './books/solvency-state';
import { JsonRpcContractView } from './chain/json-rpc-contract-view';
import { StandingCheck } from './check/standing-check';
import { LedgerView } from './check/ledger-view';
import type { SolvencyConfig } from './config';
import type { SolvencySignal } from './inbox/solvency-turn';
import { migrations } from './persistence/migrations';
import { balanceTable, collectorTable, tokenTable, verdictTable, watchedTable } from './persistence/tables';
import { SolvencyHandler } from './solvency-handler';
import { measureSolvency } from './solvency-meters';

/** The standing check as a process of its own: the turn, and the loop that reads chain and ledger for it. */
@Module({})
export class SolvencyModule {
  static async forConfig(config: SolvencyConfig): Promise<DynamicModule> {
    const { chainId, startBlock, balancesPerCheck, partitionsPerCheck, silentMs, checkMs, cleanChecks } =
      config;
    const contract = address(config.contract);
    const key = secretKey('SOLVENCY_KEY', config.solvencyKey);
    const { keccak256 } = await createCrypto();
    const state = new SolvencyState((account: Address) => keyedHash(key, account), keccak256);
    const nodes = chainNodesOf(config);
    const chain = new JsonRpcContractView(nodes, contract);
    const prompts = new Prompts<SolvencySignal>();
    const platform = PlatformModule.forService({
      name: 'solvency',
      config,
      lease: leaseTerms(config),
      tables: [balanceTable, tokenTable, collectorTable, watchedTable, verdictTable],
      migrations,
      prerequisite: { name: 'chain', find: () => chain.mustBe(chainId) },
      handler: ({ database, submit, log, meters }) => {
        prompts.connect(submit);
        reportNodes(nodes, log, meters);
        return new SolvencyHandler({
          database,
          state,
          watched: { chainId, contract, startBlock },
          cleanChecks,
        });
      },
    });
    const checkLoop = (turn: Turn, requester: Requester, clock: Clock, log: Log, meters: Meters) => {
      const ledger = new LedgerView(requester);
      const limits = { startBlock, balancesPerCheck, partitionsPerCheck, silentMs };
      const check = new StandingCheck({ state, chain, ledger, prompts, clock, log, ...limits });
      measureSolvency(meters, { turn, state, check });
      return new RoundLoop({
        ...{ run: () => check.run(), turn, clock, log, everyMs: checkMs },
        ...{ failed: 'a check failed, trying again', pausesAfterFailure: 1 },
      });
    };
    return {
      module: SolvencyModule,
      imports: [platform],
      providers: [
        { provide: RoundLoop, useFactory: checkLoop, inject: [TURN, REQUESTER, CLOCK, LOG, METERS] },
      ],
    };
  }
}
