import { runService } from '@exchange/edge/service-host';
import { config } from './config';
import { MarketDataModule } from './market-data.module';

const values = config.parse(process.env);
await runService({ name: 'market-data', module: MarketDataModule.forConfig(values), config: values });
