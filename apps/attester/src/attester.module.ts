import { chainNodesOf, finalityOf } from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import type { AttesterKey, CosignerKey } from '@exchange/edge/keys';
import { CLOCK, LOG, PlatformModule, RoundLoop, TURN, TURN_HANDLER } from '@exchange/edge/service-host';
import { type Clock, leaseTerms, type Log, Prompts, reportNodes, type Turn } from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { AttesterHandler } from './attester-handler';
import { JsonRpcAttesterChain } from './chain/json-rpc-attester-chain';
import { requireOwnRoles } from './chain/own-roles';
import type { AttesterConfig } from './config';
import type { AttesterSignal } from './inbox/round-signal';
import { attesterMigrations } from './persistence/migrations';
import { attesterTables } from './persistence/tables';
import { createAttesterMetrics } from './attester-meters';
import { AttesterRound } from './round/attester-round';

/** The keys that it holds, or that a remote signer holds for it. */
export interface AttesterKeys {
  readonly attester: AttesterKey;
  readonly cosigner: CosignerKey;
}

/** The attester as a process of its own: the turn, and the loop of rounds that look at the chain and co-sign. */
@Module({})
export class AttesterModule {
  static forConfig(config: AttesterConfig, { attester, cosigner }: AttesterKeys): DynamicModule {
    const { chainId, exchangeName: name, roundMs, longestSeconds, trialSeconds } = config;
    const { confirmations, startBlock, chainProfile: profile } = config;
    const contract = address(config.contract);
    const domain = { name, chainId, contract };
    const nodes = chainNodesOf(config);
    const finality = finalityOf(chainId, { profile, confirmations });
    const chain = new JsonRpcAttesterChain({ nodes, contract, finality, startBlock });
    const place = { chainId: BigInt(chainId), name, contract };
    const own = { attester: attester.address, cosigner: cosigner.address };
    const find = () => requireOwnRoles(nodes, place, own);
    const prompts = new Prompts<AttesterSignal>();
    const platform = PlatformModule.forService({
      name: 'attester',
      config,
      lease: leaseTerms(config),
      prerequisite: { name: 'chain', find },
      tables: attesterTables,
      migrations: attesterMigrations,
      handler: ({ database, submit, clock, log, meters }) => {
        prompts.connect(submit);
        reportNodes(nodes, log, meters);
        const limits = { longestSeconds, trialSeconds };
        const metrics = createAttesterMetrics(meters);
        return new AttesterHandler({ database, domain, limits, attester, clock, metrics });
      },
    });
    const roundLoop = (...[turn, { state, metrics }, clock, log]: [Turn, AttesterHandler, Clock, Log]) => {
      const round = new AttesterRound({ state, chain, domain, cosigner, prompts, log, metrics });
      const failed = 'a round of the attester failed, trying again';
      return new RoundLoop({ run: () => round.run(), turn, clock, log, everyMs: roundMs, failed });
    };
    return {
      module: AttesterModule,
      imports: [platform],
      providers: [{ provide: RoundLoop, useFactory: roundLoop, inject: [TURN, TURN_HANDLER, CLOCK, LOG] }],
    };
  }
}
