import { chainNodesOf, type Finality, finalityOf } from '@exchange/contract/chain';
import { address, present } from '@exchange/core/kernel';
import {
  CLOCK,
  LOG,
  METERS,
  PlatformModule,
  READINESS,
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
  type Turn,
} from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { measureChain } from './chain-meters';
import { ChainPoll } from './chain-poll';
import { ChainWatcherHandler } from './chain-watcher-handler';
import type { ChainWatcherConfig } from './config';
import { migrations } from './persistence/migrations';
import { watcherTables } from './persistence/tables';
import { PollLoop } from './poll-loop';
import type { ChainIdentity } from './scan/chain-reader';
import { JsonRpcChainReader } from './scan/json-rpc-chain-reader';
import type { Scan } from './scan/scan';

/** The watcher as a process of its own: the turn, and the loop that looks at the chain for it. */
@Module({})
export class ChainWatcherModule {
  static forConfig(config: ChainWatcherConfig): DynamicModule {
    const contract = address(config.contract);
    const { startBlock, confirmations, behindPatienceMs: patienceMs, pollMs } = config;
    const nodes = chainNodesOf(config);
    const reader = new JsonRpcChainReader(nodes, { contract, anchor: startBlock });
    const prompts = new Prompts<Scan>();
    let found: (ChainIdentity & { readonly finality: Finality }) | undefined;
    const chain = () => present(found, 'chain that was found');
    const platform = PlatformModule.forService({
      name: 'chain-watcher',
      config,
      lease: leaseTerms(config),
      tables: watcherTables,
      migrations,
      prerequisite: {
        name: 'chain',
        find: async () => {
          const identity = await reader.identity();
          const finality = finalityOf(identity.chainId, { profile: config.chainProfile, confirmations });
          found = { ...identity, finality };
        },
      },
      handler: async ({ bus, database, submit, log, meters }) => {
        prompts.connect(submit);
        reportNodes(nodes, log, meters);
        const handler = new ChainWatcherHandler({ database, identity: chain, contract, startBlock });
        await handler.traces.listen(bus);
        return handler;
      },
    });
    const pollLoop = (
      ...[turn, handler, clock, log, readiness, meters]: [
        Turn,
        ChainWatcherHandler,
        Clock,
        Log,
        Readiness,
        Meters,
      ]
    ) => {
      const { known, awaited, traces } = handler;
      const finality = () => chain().finality;
      const inputs = { known, awaited, prompts, traces };
      const poll = new ChainPoll({ reader, ...inputs, finality, clock, log, patienceMs });
      measureChain(meters, { turn, poll, known, clock });
      readiness.add('up to date with the chain', () => turn.isStandingBy || poll.upToDate);
      return new PollLoop({ poll, turn, clock, pollMs });
    };
    return {
      module: ChainWatcherModule,
      imports: [platform],
      providers: [
        {
          provide: PollLoop,
          useFactory: pollLoop,
          inject: [TURN, TURN_HANDLER, CLOCK, LOG, READINESS, METERS],
        },
      ],
    };
  }
}
