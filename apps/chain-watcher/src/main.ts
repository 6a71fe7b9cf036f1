import { runService } from '@exchange/edge/service-host';
import { ChainWatcherModule } from './chain-watcher.module';
import { config } from './config';

const values = config.parse(process.env);
await runService({
  name: 'chain-watcher',
  module: ChainWatcherModule.forConfig(values),
  config: values,
});
