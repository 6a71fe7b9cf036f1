import { address, present } from '@exchange/core/kernel';
import {
  CLOCK,
  type Clock,
  leaseTerms,
  LOG,
  type Log,
  PlatformModule,
  Prompts,
  TURN,
  type Turn,
  TURN_HANDLER,
} from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { ChainPoll } from './chain-poll';
import { ChainWatcherHandler } from './chain-watcher-handler';
import type { ChainWatcherConfig } from './config';
import { migrations } from './persistence/migrations';
import { blocksTable, tokensTable, watchedTable } from './persistence/tables';
import { PollLoop } from './poll-loop';
import type { ChainIdentity } from './scan/chain-reader';
import { JsonRpcChainReader } from './scan/json-rpc-chain-reader';
import type { Scan } from './scan/scan';

/** The watcher as a process of its own: the turn, and the loop that looks at the chain for it. */
@Module({})
export class ChainWatcherModule {
  static forConfig(config: ChainWatcherConfig): DynamicModule {
    const contract = address(config.contract);
    const { startBlock, confirmations, behindPatienceMs, pollMs } = config;
    const reader = new JsonRpcChainReader(config.chainUrl, contract, startBlock);
    const prompts = new Prompts<Scan>();
    let found: ChainIdentity | undefined;
    const platform = PlatformModule.forService({
      name: 'chain-watcher',
      config,
      lease: leaseTerms(config),
      tables: [blocksTable, tokensTable, watchedTable],
      migrations,
      prerequisite: {
        name: 'chain',
        find: async () => {
          found = await reader.identity();
        },
      },
      handler: ({ database, submit }) => {
        prompts.connect(submit);
        const identity = () => present(found, 'chain that was found');
        return new ChainWatcherHandler({ database, identity, contract, startBlock, confirmations });
      },
    });
    const pollLoop = (turn: Turn, { known }: ChainWatcherHandler, clock: Clock, log: Log) => {
      const poll = new ChainPoll({ reader, known, prompts, clock, log, behindPatienceMs });
      return new PollLoop({ poll, turn, clock, pollMs });
    };
    return {
      module: ChainWatcherModule,
      imports: [platform],
      providers: [{ provide: PollLoop, useFactory: pollLoop, inject: [TURN, TURN_HANDLER, CLOCK, LOG] }],
    };
  }
}
