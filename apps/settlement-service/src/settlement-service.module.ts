import { chainNodesOf, type ChainProfile, chainProfile } from '@exchange/contract/chain';
import { MAX_TRADES } from '@exchange/core/settlement';
import { address, assert } from '@exchange/core/kernel';
import type { SettlerKey } from '@exchange/edge/keys';
import {
  CLOCK,
  LOG,
  METERS,
  PlatformModule,
  READINESS,
  REQUESTER,
  RoundLoop,
  SENDER,
  TURN,
  TURN_HANDLER,
} from '@exchange/edge/service-host';
import {
  type Clock,
  leaseTerms,
  type Log,
  type Meters,
  Prompts,
  type Readiness,
  reportNodes,
  type Requester,
  type Turn,
} from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { RequestingAttester } from './attesting/requesting-attester';
import { tellAnnounced } from './chain/announced-changes';
import { JsonRpcSettlementChain } from './chain/json-rpc-settlement-chain';
import type { SettlementConfig } from './config';
import type { RoundSignal } from './inbox/round-signal';
import { settlementMigrations } from './persistence/migrations';
import { settlementTables } from './persistence/tables';
import { createSettlementMetrics } from './round/settlement-meters';
import { SettlementRound } from './round/settlement-round';
import type { SettlementLimits } from './round/settlement-limits';
import { SettlementHandler } from './settlement-handler';
import { Settlers } from './settlers/settlers';

const wei = (gwei: number): bigint => BigInt(gwei) * 1_000_000_000n;
/** Of a chain without a profile. */
const MAX_FEE_GWEI = 500;
const MAX_TIP_GWEI = 10;

/** Settlement as a process of its own: the turn, and the loop of rounds that reach the chain. */
@Module({})
export class SettlementModule {
  /** `keys`: of the settlers, in the order in which they take over. */
  static forConfig(config: SettlementConfig, keys: readonly SettlerKey[]): DynamicModule {
    const { chainId, exchangeName: name, roundMs, startBlock } = config;
    const contract = address(config.contract);
    const nodes = chainNodesOf(config);
    const profile = chainProfile(chainId, config.chainProfile);
    const chain = new JsonRpcSettlementChain(nodes, contract, profile?.dataFee);
    const own = keys.map(({ address: owner }) => owner);
    const prompts = new Prompts<RoundSignal>();
    const platform = PlatformModule.forService({
      name: 'settlement-service',
      config,
      lease: leaseTerms(config),
      prerequisite: {
        name: 'chain',
        find: async (log) => {
          await chain.mustBe({ chainId, name, settlers: own });
          void tellAnnounced((...asked) => nodes.send(...asked), { contract, startBlock }, log);
        },
      },
      tables: settlementTables,
      migrations: settlementMigrations,
      handler: ({ database, submit, log, meters }) => {
        prompts.connect(submit);
        reportNodes(nodes, log, meters);
        return new SettlementHandler({ chainId, database, settlers: own });
      },
    });
    const roundLoop = (
      ...[turn, { state }, clock, log, meters, requester, sender, readiness]: [
        Turn,
        SettlementHandler,
        Clock,
        Log,
        Meters,
        Requester,
        string,
        Readiness,
      ]
    ) => {
      const limits = limitsOf(config, profile);
      const measured = { state, clock, runwayMin: limits.runwayBatches };
      const metrics = createSettlementMetrics(meters, measured);
      const domain = { name, chainId, contract };
      const attester = new RequestingAttester({ requester, sender, clock, log });
      const settlers = new Settlers(keys, { chain, clock, log, metrics, limits });
      readiness.tell('settler', () => String(settlers));
      const tools = {
        ...{ state, chain, domain, settlers, attester, prompts, clock, log, metrics, limits },
        whileWriter: <T>(work: () => Promise<T>) => turn.whileWriter(work),
      };
      const round = new SettlementRound(tools);
      const failed = 'a settlement round failed, trying again';
      return new RoundLoop({ run: () => round.run(), turn, clock, log, everyMs: roundMs, failed });
    };
    return {
      module: SettlementModule,
      imports: [platform],
      providers: [
        {
          provide: RoundLoop,
          useFactory: roundLoop,
          inject: [TURN, TURN_HANDLER, CLOCK, LOG, METERS, REQUESTER, SENDER, READINESS],
        },
      ],
    };
  }
}

function limitsOf(config: SettlementConfig, profile: ChainProfile | undefined): SettlementLimits {
  const { batchTrades, batchAgeMs, inFlight, validForSeconds, trialSeconds, resendMs, raiseFeeMs } = config;
  assert(batchTrades > 0 && batchTrades <= MAX_TRADES, `BATCH_TRADES must be 1 to ${MAX_TRADES}`);
  assert(inFlight > 0, 'BATCHES_IN_FLIGHT must be at least 1');
  return {
    ...{ batchTrades, batchAgeMs, inFlight, validForSeconds, trialSeconds, resendMs, raiseFeeMs },
    maxFeePerGas: wei(config.maxFeeGwei ?? profile?.maxFeeGwei ?? MAX_FEE_GWEI),
    maxTip: wei(config.maxTipGwei ?? profile?.maxTipGwei ?? MAX_TIP_GWEI),
    dearFeePerGas: wei(config.dearFeeGwei ?? profile?.dearFeeGwei ?? config.maxFeeGwei ?? MAX_FEE_GWEI),
    runwayBatches: config.runwayBatches,
    floorBatches: config.floorBatches,
    awayMs: config.awaySeconds * 1_000,
    lateTradeMs: config.lateTradeSeconds * 1_000,
  };
}
